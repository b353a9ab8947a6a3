import Foundation
import TestSupport
import Testing

@Suite struct DiffTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.add("old.json", Bytes(Self.old))
        try folder.add("new.json", Bytes(Self.new))
    }

    private static let old = """
        [
        {"w":200,"h":300,"img":"a.png","price":"¥1"},
        {"w":200,"h":200,"img":"b.png","price":"¥2"},
        {"w":200,"h":250,"img":"c.png","price":"¥3"},
        {"w":200,"h":100,"img":"d.png","price":""}
        ]

        """
    private static let new = """
        [
        {"w":200,"h":400,"img":"a.png","price":"¥1"},
        {"w":200,"h":200,"img":"b.png","price":"¥2"},
        {"w":200,"h":250,"img":"c.png","price":"¥|4"},
        {"w":200,"h":250,"img":"<e>\\u202e.png","price":"¥3"},
        {"w":200,"h":100,"img":"d.png","price":""}
        ]

        """

    private func diff(_ arguments: Bytes..., input: Bytes = "") throws -> Outcome {
        try Program.weir.run(["diff"] + arguments, input: input, in: folder)
    }

    @Test func text() throws {
        let outcome = try diff("old.json", "new.json")
        #expect(
            outcome.text == """
                old.json -> new.json: 1 added, 1 resized, 1 repriced

                added
                  200x250  ¥3  <e>\\xe2\\x80\\xae.png

                resized
                  200x300 -> 200x400  a.png

                repriced
                  ¥3 -> ¥|4  c.png

                lf-waterflow on portrait (375x667): 1 picture moves, 1 on the first screen
                  121.67 across, 27.92 down  d.png
                lf-waterflow on landscape (667x375): 1 picture moves, 1 on the first screen
                  131.4 across, 0 down  d.png

                """)
        #expect(outcome.status == .exited(1))
    }

    @Test(arguments: ["json", "text", "markdown"])
    func theSame(format: Bytes) throws {
        let outcome = try diff("old.json", "-", "--format", format, input: Bytes(Self.old))
        #expect(outcome.status == .exited(0), "\(outcome.messages)")
        #expect(outcome.text.contains("no difference") || outcome.text.hasPrefix(#"{"same":true,"#))
        #expect(outcome.messages.isEmpty)
    }

    @Test func json() throws {
        let outcome = try diff("old.json", "new.json", "--format=json", "--layout", "waterflow:columns=1", "--devices=iphone-15")
        let document = try #require(
            try JSONSerialization.jsonObject(with: Data(outcome.output)) as? [String: Any])
        #expect(document["same"] as? Bool == false)
        let repriced = try #require((document["repriced"] as? [[String: Any]])?.first)
        #expect(repriced["to"] as? String == "¥|4")
        let screens = try #require(document["screens"] as? [[String: Any]])
        #expect(screens.compactMap { $0["screen"] as? String } == ["iphone-15 portrait", "iphone-15 landscape"])
        // The taller picture moves the three pictures below it, on both screens.
        #expect(screens.compactMap { $0["moved"] as? Int } == [3, 3])
        let score = try #require((screens[0]["shiftScore"] as? [String: Any])?["sum"] as? Double)
        #expect(score > 0)
    }

    /// No part of a name becomes markup.
    @Test func markdown() throws {
        let text = try diff("old.json", "new.json", "--format=markdown").text
        #expect(text.hasPrefix("### Manifest: 1 added, 1 resized, 1 repriced\n"))
        #expect(text.contains("| <code>&lt;e&gt;\u{FFFD}&#46;png</code> | <code>200x250</code> | <code>¥3</code> |"))
        #expect(text.contains("<code>¥&#124;4</code>"))
        for line in text.split(separator: "\n") where line.hasPrefix("|") {
            #expect([4, 8].contains(line.count { $0 == "|" }), "\(line)")
        }
    }

    @Test func pagesAndConfiguration() throws {
        _ = try Program.weir.run(
            ["ingest", "old.json", "-o", "pages", "--page-size=3", "-q", "--max-failures=100%"], in: folder)
        try folder.add("weir.json", #"{"layouts":["flow:columns=2","carousel"],"devices":["ipad-9"]}"#)
        let outcome = try diff("pages", "new.json", "--config=weir.json")
        #expect(outcome.text.hasPrefix("pages -> new.json: 1 added,"), "\(outcome.messages)")
        #expect(outcome.text.contains("flow:columns=2 on ipad-9 portrait (810x1080)"))
        #expect(outcome.text.contains("carousel on ipad-9 landscape (1080x810)"))
        #expect(!outcome.text.contains("lf-waterflow"))
    }

    @Test(arguments: [
        (["old.json"], "weir diff: two manifests are needed: OLD NEW"),
        (["a", "b", "c"], "weir diff: two manifests are compared; c is a third one"),
        (["-", "-"], "weir diff: standard input can be one of the manifests, not both"),
        (["old.json", "new.json", "-o", "new.json"], "weir diff: --output: new.json is read, and the difference would take its place"),
        (["old.json", ""], "weir diff: the name of a manifest is empty"),
        (["old.json", "p"], "weir: p: the folder has no index.json, so there are no pages of a manifest in it\n"),
        (["old.json", "none.json"], "weir: none.json: no such file or directory"),
        (["old.json", "weir.json"], "weir: weir.json:1:2: the manifest ends inside the entry\n"),
        (["old.json", "new.json", "--layout=waterfall"], "weir diff: --layout: unknown layout waterfall"),
        (["old.json", "new.json", "--devices=iphone-51"], "weir diff: --devices: unknown device iphone-51; did you mean"),
        (["old.json", "new.json", "--layout=waterflow:columns=99"], "weir: waterflow:columns=99 on portrait: columns:"),
        (["old.json", "new.json", "--config=bad.json"], "weir: bad.json: there is no key \"layout\"; did you mean \"layouts\"?"),
        (["old.json", "new.json", "-o", "/dev/full/x"], "weir: "),
    ] as [([Bytes], String)])
    func refused(arguments: [Bytes], message: String) throws {
        try folder.addFolder("p")
        try folder.add("weir.json", "[{\"w\":1,")
        try folder.add("bad.json", #"{"layout":[]}"#)
        let outcome = try Program.weir.run(["diff"] + arguments, in: folder)
        #expect(outcome.messages.hasPrefix(message), "\(outcome.messages)")
        #expect(outcome.status == .exited(2) || outcome.status == .exited(3))
        #expect(outcome.text.isEmpty)
    }

    /// Passwords are not printed, since many people read a comment on a pull request.
    @Test(arguments: ["text", "json", "markdown"])
    func passwords(format: Bytes) throws {
        try folder.add("private.json", Bytes(#"[{"w":1,"h":1,"img":"https://shop:secret@cdn.example/a.png","price":""}]"#))
        let text = try diff("old.json", "private.json", "--format", format).text
        #expect(text.contains("cdn") && !text.contains("secret"))
    }

    @Test func fullDisk() throws {
        let outcome = try Program.weir.run(["diff", "old.json", "new.json"], in: folder, output: .file("/dev/full"))
        #expect(outcome.status == .exited(3), "\(outcome.messages)")
    }
}
