// docs/layouts.md: manifests in pages, and answers for several devices.
import TestSupport
import Testing

@Suite struct LayoutPagesTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.add("whole.json", manifest(ofSizes: Self.sizes))
        _ = try Program.weir.run(
            ["ingest", "whole.json", "-o", "pages", "--page-size=3", "-q", "--max-failures=100%"], in: folder)
    }

    private static let sizes = (1...8).map { (100 + $0, 100 + $0 * $0) }

    @Test(
        arguments: [
            ("flow", true), ("flow-waterfall", true), ("mk-masonry", true), ("lf-waterflow", false), ("waterflow", false),
            ("carousel", false),
        ] as [(Bytes, Bool)])
    func pagesAreSectionsWhereThereAreSections(name: Bytes, hasSections: Bool) throws {
        let paged = try layout("pages", "--layout", name, in: folder).answer()
        #expect(paged.frames.map(\.section) == (hasSections ? [0, 0, 0, 1, 1, 1, 2, 2] : Array(repeating: 0, count: 8)))
        let whole = try layout("whole.json", "--layout", name + (hasSections ? ":section-size=3" : ""), in: folder).answer()
        #expect(paged == whole)
    }

    /// With `section-size`, a section continues on the next page.
    @Test func sectionsAcrossPages() throws {
        let options: [Bytes] = ["--layout=flow-waterfall:columns=2,section-size=5"]
        let paged = try Program.weir.run(["layout", "pages"] + options, in: folder).answer()
        #expect(paged == (try Program.weir.run(["layout", "whole.json"] + options, in: folder).answer()))
        #expect(paged.supplementary.count == 2)
    }

    @Test func pagesThatDifferFromTheIndex() throws {
        try folder.add("pages/2.json", manifest(ofSizes: [(1, 1)]))
        var outcome = try layout("pages", "--layout", "flow", in: folder)
        #expect(outcome.messages == "weir: pages/2.json: there are 1 entries, and the index lists 3\n")
        #expect(outcome.status == .exited(2))
        // The page has as many entries as the index says, but another content.
        try folder.add("pages/2.json", manifest(ofSizes: [(1, 1), (2, 2), (3, 3)]))
        outcome = try layout("pages", "--layout", "flow", in: folder)
        #expect(
            outcome.messages
                == "weir: pages/2.json: its SHA-256 is not the one in the index; write the pages anew with weir ingest\n")
        #expect(outcome.text == "")
        #expect(outcome.status == .exited(2))
        try folder.addFolder("empty")
        outcome = try layout("empty", "--layout", "flow", in: folder)
        #expect(outcome.messages == "weir: empty: the folder has no index.json, so there are no pages of a manifest in it\n")
        #expect(outcome.status == .exited(2))
        try folder.add("empty/index.json", #"{"count":3}"#)
        outcome = try layout("empty", "--layout", "flow", in: folder)
        #expect(outcome.messages == "weir: empty/index.json: there is no array `pages`\n")
    }

    @Test func everyDevice() throws {
        let answers = try layout("whole.json", "--layout", "waterflow", "--devices", "all", in: folder)
            .decoded([LayoutAnswer].self)
        #expect(answers.count > 20)
        for answer in answers {
            let name = try #require(answer.device?.name)
            #expect(answer == (try layout("whole.json", "--layout", "waterflow", "--devices", Bytes(name), in: folder).answer()))
        }
        let lines = try layout("whole.json", "--layout", "waterflow", "--devices", "all", "--format", "jsonl", in: folder)
        #expect(lines.lines.count == answers.count * 8 + 1)
        #expect(lines.lines[0].hasPrefix(#"{"device":"iphone-se-3","index":0,"#))
    }

    @Test func someDevices() throws {
        let answers = try layout("whole.json", "--layout", "waterflow", "--devices", "iphone-15,ipad-10", in: folder)
            .decoded([LayoutAnswer].self)
        #expect(answers.map(\.device?.name) == ["iphone-15", "ipad-10"])
        let drawn = try layout(
            "whole.json", "--layout", "waterflow", "--devices", "iphone-15,ipad-10", "--format=svg", "-o", "two", in: folder)
        #expect(drawn.status == .exited(0))
        #expect(try folder.names(in: "two") == ["ipad-10.svg", "iphone-15.svg"])
        let misspelt = try layout("whole.json", "--layout", "waterflow", "--devices", "iphone-15,ipad-1O", in: folder)
        #expect(misspelt.messages.hasPrefix("weir layout: --devices: unknown device ipad-1O; did you mean ipad-10?\n"))
    }

    /// The ending of the output is its format, unless --format says otherwise.
    @Test(
        arguments: [
            ("a.svg", [], "<?xml"), ("a.SVG", [], "<?xml"), ("a.json", [], "{\"layout\""), ("a.jsonl", [], "{\"index\""),
            ("a.txt", [], "{\"layout\""),
            ("svg", [], "{\"layout\""), ("a.svg", ["--format=jsonl"], "{\"index\""), ("a.json", ["--format=svg"], "<?xml"),
        ] as [(String, [Bytes], String)])
    func theFormatOfAName(name: String, options: [Bytes], beginning: String) throws {
        let outcome = try Program.weir.run(["layout", "whole.json", "--layout", "waterflow", "-o", Bytes(name)] + options, in: folder)
        #expect(outcome.status == .exited(0))
        #expect(folder.text(of: name)?.hasPrefix(beginning) == true)
    }

    @Test func devicesOfOnesOwn() throws {
        try folder.add(
            "d.json",
            #"[{"name":"A 1","width":320.5,"height":500},{"name":"B","width":100,"height":200,"scale":1.5,"insets":[1,2,3,4],"platform":"Android"},{"name":"C","width":90,"height":80,"platform":"web"}]"#
        )
        let answers = try layout("whole.json", "--layout", "waterflow", "--devices", "d.json", "--landscape", in: folder)
            .decoded([LayoutAnswer].self)
        #expect(
            answers.map(\.viewport) == [.init(width: 500, height: 320.5), .init(width: 200, height: 100), .init(width: 90, height: 80)])
        #expect(answers.map(\.device?.scale) == [1, 1.5, 1])
        #expect(answers[1].device?.safeArea == ["top": 2, "left": 1, "bottom": 4, "right": 3])
        let outcome = try layout(
            "whole.json", "--layout", "waterflow", "--devices", "d.json", "--format", "svg", "-o", "drawings", in: folder)
        #expect(outcome.status == .exited(0))
        #expect(try folder.names(in: "drawings").sorted() == ["A 1.svg", "B.svg", "C.svg"])
    }

    @Test(
        arguments: [
            ("[]", "d.json: devices are an array with at least one object"),
            ("[1", "d.json:1:3: "),
            (#"[{"name":"../a","width":1,"height":1}]"#, "d.json: device 1: name must be text that can be the name of a file"),
            (
                #"[{"name":"a","width":1,"height":1,"platform":"windows"}]"#,
                "d.json: device 1.platform: there is no such choice \"windows\"; there are iOS"
            ),
            (#"[{"name":"a","width":10,"height":10}]"#, "waterflow on a portrait: columns: 3 of them do not fit"),
        ] as [(Bytes, String)])
    func devicesThatAreNone(file: Bytes, message: String) throws {
        try folder.add("d.json", file)
        let outcome = try layout("whole.json", "--layout", "waterflow", "--devices", "d.json", "--format=none", in: folder)
        #expect(outcome.messages.hasPrefix("weir: " + message), "\(outcome.messages)")
        #expect(outcome.status == .exited(2))
    }

    /// Manifests that cannot be read, and their messages.
    @Test(
        arguments: [
            (
                "[\n{\"w\":1,\"h\":1,\"img\":\"a\",\"price\":\"1\"},\n{\"w\":0,\"h\":1,\"img\":\"a\",\"price\":\"1\"},\n3]",
                "m.json:3:1: the entry has no w and h"
            ),
            ("[", "m.json:1:"), ("just a note", "m.json:1:1: the content is no manifest"),
            ([0x1F, 0x8B, 8, 0], "m.json: "),
        ] as [(Bytes, String)])
    func manifestsThatAreNone(content: Bytes, message: String) throws {
        try folder.add("m.json", content)
        for format in ["json", "svg", "none"] as [Bytes] {
            let outcome = try layout("m.json", "--layout", "waterflow", "--format", format, in: folder)
            #expect(outcome.messages.hasPrefix("weir: " + message), "\(outcome.messages)")
            #expect(outcome.text == "")
            #expect(outcome.status == .exited(2))
        }
    }
}
