// docs/layouts.md: sections that are named by a column, and sections with parameters of their own.
import TestSupport
import Testing

@Suite struct LayoutSectionTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.add("m.json", Bytes(Self.manifest(["hats", "hats", "hats", "sale", nil, "shoes"])))
        try folder.add("unsorted.json", Bytes(Self.manifest(["a", "b", "a", "b"])))
        try folder.add("five.json", EndToEndTests.manifest(ofSizes: Array(repeating: (100, 100), count: 5)))
        try addOwn(#"{"sale":{"item-size":"375x200","header":44},"hats":{"columns":2,"inset":0}}"#)
    }

    private static func manifest(_ categories: [String?]) -> String {
        TestSupport.manifest(
            of: categories.enumerated().map { index, name in
                entry(100, 100, "\(index).jpg", "1", name.map { ",\"category\":\"\($0)\"" } ?? "")
            })
    }

    private static let flow: [Bytes] = ["layout", "m.json", "--layout=flow:item-size=100x100"]
    private static let own: [Bytes] = ["layout", "m.json", "--config=own.json"]

    /// A configuration with a layout whose sections have this table.
    private func addOwn(_ table: String, _ layout: String = #""layout":"flow","item-size":"100x100","section-by":"category""#) throws {
        try folder.add("own.json", Bytes(#"{"layouts":[{\#(layout),"sections":\#(table)}]}"#))
    }

    @Test(arguments: ["", ",section-by=category", ",section-size=2"] as [Bytes]) func anEmptyListHasOneEmptySection(key: Bytes) throws {
        try folder.add("none.json", "[]")
        let answer = try layout("none.json", "--layout", "flow:header=40,footer=20,inset=10" + key, in: folder).answer()
        #expect(answer.supplementary.map(\.kind) == ["header", "footer"])
        #expect(answer.supplementary.map(\.section) == [0, 0] && answer.contentSize.height == 80)
    }

    @Test func aColumnNamesSections() throws {
        for name in ["flow", "flow-waterfall", "mk-masonry"] as [Bytes] {
            let answer = try layout("m.json", "--layout", name + ":section-by=category", in: folder).answer()
            #expect(answer.sections == ["hats", "sale", "", "shoes"])
            #expect(answer.frames.map(\.section) == [0, 0, 0, 1, 2, 3])
        }
        let plain = try layout("m.json", "--layout=flow", in: folder)
        #expect(try plain.answer().sections == nil)
    }

    /// A section goes on in the next page, and page by page the answer is that of the whole.
    @Test func namedSectionsAcrossPages() throws {
        _ = try Program.weir.run(
            ["ingest", "m.json", "-o", "pages", "--page-size=2", "--keep=category", "-q", "--max-failures=100%"], in: folder)
        let options: [Bytes] = ["--config=own.json"]
        let paged = try Program.weir.run(["layout", "pages"] + options, in: folder).answer()
        let whole = try Program.weir.run(["layout", "m.json"] + options, in: folder).answer()
        #expect(paged.frames.map(\.section) == whole.frames.map(\.section))
        #expect(paged.sections == whole.sections)
        #expect(paged.supplementary == whole.supplementary)
    }

    @Test func ownParametersByName() throws {
        let answer = try Program.weir.run(Self.own, in: folder).answer()
        #expect(answer.frames.map(\.w) == [182, 182, 182, 375, 100, 100])
        #expect(answer.frames.map(\.y) == [0, 0, 192, 418, 618, 718])
        #expect(answer.supplementary == [.init(kind: "header", section: 1, x: 0, y: 374, w: 375, h: 44)])
    }

    @Test func ownParametersByNumber() throws {
        try addOwn(#"{"1":{"item-width":50,"footer":"10"},"*":{"header":5}}"#, #""layout":"flow-waterfall","columns":2,"section-size":2"#)
        let answer = try layout("five.json", "--config=own.json", in: folder).answer()
        #expect(answer.frames.map(\.w) == [165, 165, 50, 50, 165])
        #expect(
            answer.supplementary.map { "\($0.kind) \($0.section) \($0.h)" } == [
                "header 0 5.0", "header 1 45.0", "footer 1 10.0", "header 2 5.0",
            ])
        #expect(answer.blankSpace == [0, 0, 0])
    }

    /// A value that comes back after another one is reported, and begins a section of the same name.
    @Test func anUnsortedManifest() throws {
        let outcome = try layout("unsorted.json", "--layout=flow:section-by=category", in: folder)
        #expect(outcome.status == .exited(0))
        #expect(
            outcome.messages == """
                weir: warning: unsorted.json: with entry 2 a second section "a" begins, so the manifest is probably not sorted \
                by category

                """)
        #expect(outcome.text.contains(#""sections":["a","b","a","b"]"#))
    }

    @Test(
        arguments: [
            (["m.json", "--config=none.json"], "none.json"),
            (
                ["m.json", "--layout=flow:section-by=categry"],
                "m.json: no entry has categry, which section-by names; was it kept when the manifest was made?"
            ),
        ] as [([Bytes], String)])
    func refusedOnTheCommandLine(options: [Bytes], message: String) throws {
        let outcome = try Program.weir.run(["layout"] + options, in: folder)
        #expect(outcome.messages.hasPrefix("weir: " + message), "\(outcome.messages)")
        #expect(outcome.text == "")
        #expect(outcome.status == .exited(2))
    }

    @Test(arguments: [
        (#"{"slae":{}}"#, "there is no section \"slae\"; did you mean \"sale\"?"),
        (#"{"sale":{"extra-height":2}}"#, "sale: there is no parameter \"extra-height\"; there are item-size"),
        (#"{"sale":{"columns":2,"item-width":9}}"#, "\"sale\": columns: it cannot be set together with item-width"),
        (#"{"sale":{"inset":-1}}"#, "\"sale\": inset: it is -1; it must be a number of points from 0 to 1000000"),
        (#"{"sale":{"inset":200}}"#, "inset: 200 and 200 leave nothing of a viewport of 375"),
    ])
    func refusedTables(table: String, message: String) throws {
        try addOwn(table)
        let outcome = try Program.weir.run(Self.own, in: folder)
        #expect(outcome.messages.contains(message), "\(outcome.messages)")
        #expect(outcome.status == .exited(2))
    }

    @Test func aSectionTwice() throws {
        try addOwn(#"{"sale":{},"sale":{}}"#)
        let outcome = try Program.weir.run(Self.own, in: folder)
        #expect(outcome.messages.hasPrefix("weir: own.json:1:") && outcome.messages.hasSuffix(": the name stands here twice\n"))
        #expect(outcome.status == .exited(2))
    }

    @Test func aNumberBehindTheLast() throws {
        try addOwn(#"{"0":{},"3":{}}"#, #""layout":"flow","section-size":2"#)
        let outcome = try layout("five.json", "--config=own.json", in: folder)
        #expect(outcome.messages.hasSuffix(": there is no section 3; the manifest has 3, counted from 0\n"), "\(outcome.messages)")
        try folder.add("none.json", "[]")
        try addOwn(#"{"hats":{}}"#)
        let empty = try layout("none.json", "--config=own.json", in: folder)
        #expect(empty.messages.hasSuffix(": there is no section \"hats\"; the manifest is empty and has none\n"), "\(empty.messages)")
        try addOwn(#"{"01":{}}"#, #""layout":"flow""#)
        #expect(try layout("five.json", "--config=own.json", in: folder).status == .exited(2))
    }

    @Test func aSectionOfAWaterfallWithoutColumns() throws {
        try addOwn(#"{"1":{"item-width":50}}"#, #""layout":"flow-waterfall","direction":"horizontal","section-size":2"#)
        let outcome = try layout("five.json", "--config=own.json", in: folder)
        #expect(outcome.messages.contains("\"1\": direction: a horizontal flow-waterfall needs item-size or columns"))
        #expect(outcome.status == .exited(2))
    }

    /// The lines of one section may break elsewhere, and the warning says which.
    @Test func aTightFitOfOneSection() throws {
        try addOwn(#"{"1":{"item-width":111.66666666666667,"inset":10}}"#, #""layout":"flow","section-size":2"#)
        let outcome = try layout("five.json", "--config=own.json", "--format=none", in: folder)
        #expect(outcome.messages.hasPrefix("weir: warning: section 1, width 375: 3 items of 111.66666666666667 fill the line"))
        try folder.add(
            "weir.json",
            #"{"layouts":[{"layout":"flow","section-by":"category","sections":{"sale":{"item-width":111.66666666666667,"inset":10}}}]}"#)
        let findings = try check("m.json", "--config=weir.json", "--format=json", in: folder).checked().findings
        let fits = findings.filter { $0.rule == "exact-fit" }
        #expect(fits.map(\.entry) == [3])
        #expect(fits[0].message.hasPrefix("section 1: 3 items of 111.66666666666667 points"))
        #expect(!findings.contains { $0.severity == "error" })
    }

    @Test func aCheckAndADiff() throws {
        try folder.add(
            "weir.json",
            #"{"layouts":[{"layout":"flow","section-by":"category","sections":{"hats":{"columns":3,"inset":7}}}],"rules":{"pixel-shortage":"off"}}"#
        )
        let outcome = try check("m.json", "--config=weir.json", in: folder)
        #expect(outcome.messages == "" && outcome.status == .exited(0), "\(outcome.text)")
        try folder.add("new.json", Bytes(Self.manifest(["hats", "hats", "sale", nil, "shoes"])))
        let diff = try Program.weir.run(["diff", "m.json", "new.json", "--config=weir.json"], in: folder)
        #expect(diff.messages == "" && diff.status == .exited(1))
        #expect(diff.text.contains("flow:section-by=category,sections=hats"), "\(diff.text)")
        let unsorted = try check("unsorted.json", "--config=weir.json", in: folder)
        #expect(unsorted.text.contains("there is no section \"hats\"; there are a, b"), "\(unsorted.text)")
        #expect(unsorted.status == .exited(1))
        // Told once, not once for each screen and layout.
        let (flow, masonry) = (#"{"layout":"flow","section-by":"category"}"#, #"{"layout":"mk-masonry","section-by":"category"}"#)
        try folder.add("weir.json", Bytes(#"{"layouts":[\#(flow),\#(masonry)]}"#))
        let reported = try check("unsorted.json", "--config=weir.json", in: folder).messages
        #expect(reported.split(separator: "\n").count == 1 && reported.contains("a second section \"a\" begins"), "\(reported)")
        let compared = try Program.weir.run(["diff", "m.json", "unsorted.json", "--config=weir.json"], in: folder)
        #expect(compared.messages == reported && compared.status == .exited(1))
    }

    /// A manifest that lacks a key has a finding, and all others are checked.
    @Test(
        arguments: [
            (
                #"{"layout":"flow","section-by":"shelf"}"#,
                " no entry has shelf, which section-by names; was it kept when the manifest was made?"
            ),
            (
                #"{"layout":"waterflow","extra-height-by":"title"}"#,
                " no entry has title, which extra-height-by names; was it kept when the manifest was made?"
            ),
            (
                #"{"layout":"waterflow","extra-height-by":"category"}"#,
                "/0 category is \"hats\", and must be a number of points from 0 to 1000000"
            ),
            (
                #"{"layout":"flow","section-by":"category","sections":{"a":{}}}"#,
                " there is no section \"a\"; there are hats, sale, , shoes"
            ),
        ] as [(String, String)])
    func whatAManifestLacks(layout: String, finding: String) throws {
        try folder.add("weir.json", Bytes(#"{"layouts":[\#(layout),"waterflow:columns=2"],"rules":{"taller-than-screen":"error"}}"#))
        let other = #","shelf":8,"title":3,"category":4"#
        try folder.add(
            "other.json",
            Bytes(TestSupport.manifest(of: [entry(100, 2000, "t.jpg", "1", other), entry(100, 99, "u.jpg"), entry(100, 98, "v.jpg")])))
        try folder.add("d.jsonl", #"{"width":375,"height":667,"layout":"waterflow:columns=2","index":0,"x":9,"y":10,"w":172.5,"h":172.5}"#)
        let outcome = try check("m.json", "other.json", "--config=weir.json", "--format=json", in: folder)
        let found = try outcome.checked().findings
        #expect(
            found.filter { $0.rule == "layout-input" && $0.file == "m.json" }.map { "\($0.pointer) \($0.message)" } == [finding],
            "\(outcome.text)")
        #expect(found.contains { $0.rule == "taller-than-screen" && $0.file == "other.json" } && outcome.status == .exited(1))
        // Keys that the configuration names are known.
        let unknown = found.filter { $0.rule == "unknown-key" && $0.file == "other.json" }.map(\.message)
        #expect(
            unknown.count == 2 && unknown.allSatisfy { !layout.contains("\"\($0.prefix { $0 != " " }.filter(\.isLetter))\"") }, "\(unknown)"
        )
        let frames = try check("m.json", "--config=weir.json", "--frames=d.jsonl", "--format=json", in: folder)
        #expect(
            try frames.checked().findings.map(\.rule).filter { ["layout-input", "frames-match"].contains($0) }.count == 2, "\(frames.text)")
        #expect(frames.messages == "weir: d.jsonl: compared 1 of 6 frames on 1 screen\n")
        try folder.add("off.json", Bytes(#"{"layouts":[\#(layout)],"rules":{"layout-input":"off"}}"#))
        #expect(try check("m.json", "--config=off.json", in: folder).status == .exited(0))
    }

    /// A phone that has the previous manifest shows a picture in the section it had there.
    @Test(
        arguments: [
            (["hats", "hats", "hats", "sale", nil, "shoes"], nil),
            (["hats", "hats", "sale", "sale", nil, "shoes"], "/2 it was in section \"hats\" and is in section \"sale\"; "),
            (["hats", "hats", "hats", "sale", "shoes", "shoes", "shoes"], "/4 it was in section \"\" and is in section \"shoes\"; "),
        ] as [([String?], String?)])
    func sectionsOfThePreviousManifest(_ names: [String?], _ beginning: String?) throws {
        try folder.add("weir.json", #"{"layouts":[{"layout":"flow","section-by":"category"}],"devices":["ipad-9"]}"#)
        try folder.add("new.json", Bytes(Self.manifest(names)))
        let answer = try check("new.json", "--previous=m.json", "--config=weir.json", "--format=json", in: folder).checked()
        let found = answer.findings.filter { $0.rule == "previous-frames" }.map { "\($0.pointer) \($0.message)" }
        // Both screens show it, and it is reported once.
        #expect(found.count == (beginning == nil ? 0 : 1), "\(found)")
        #expect(found.allSatisfy { $0.hasPrefix(beginning ?? "-") }, "\(found)")
    }

    /// Short items of a flow-waterfall may begin less than a gap below their neighbour's end.
    @Test func aWaterfallKeepsItsGapInEachColumn() throws {
        try folder.add("near.json", EndToEndTests.manifest(ofSizes: (0..<8).map { (200, $0 % 2 == 0 ? 200 : 203) }))
        let frames = try layout("near.json", "--layout=flow-waterfall:columns=2", in: folder).answer().frames
        #expect(frames[2].y - frames[0].y - frames[0].h == 15)
        #expect(frames[2].y - frames[1].y - frames[1].h < 15)
        let outcome = try check("near.json", "--layout=flow-waterfall:columns=2", "--format=json", in: folder)
        #expect(!(try outcome.checked().findings.contains { $0.rule.hasPrefix("frame-") }))
    }
}

/// Points that a key of the entries adds below each picture.
@Suite struct LayoutExtraHeightTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.add("m.json", Bytes(Self.manifest([#""title":17"#, #""title":"34.5""#, #""title":"""#, #""title":null"#])))
    }

    private static func manifest(_ members: [String]) -> String {
        TestSupport.manifest(of: members.enumerated().map { entry(200, 200, "\($0).jpg", "1", ",\($1)") })
    }

    @Test(arguments: ["lf-waterflow", "waterflow", "mk-masonry"] as [Bytes])
    func titlesBelowPictures(name: Bytes) throws {
        let plain = try layout("m.json", "--layout", name + ":extra-height=5", in: folder).answer()
        let titled = try layout("m.json", "--layout", name + ":extra-height=5,extra-height-by=title", in: folder).answer()
        let added = zip(titled.frames, plain.frames).map { ($0.h - $1.h).rounded() }
        #expect(added == [17, 35, 0, 0] || added == [17, 34, 0, 0])
        let drawn = try layout("m.json", "--layout", name + ":extra-height-by=title", "--format=svg", in: folder)
        #expect(drawn.status == .exited(0))
    }

    @Test func aCheckKnowsThem() throws {
        try folder.add("weir.json", #"{"layouts":[{"layout":"waterflow","extra-height-by":"title"}]}"#)
        let answer = try check("m.json", "--config=weir.json", "--format=json", in: folder).checked()
        #expect(!answer.findings.contains { $0.rule.hasPrefix("frame-") })
        try folder.add("m.json", Bytes(Self.manifest([#""title":17"#, #""title":-3"#])))
        let outcome = try check("m.json", "--config=weir.json", in: folder)
        #expect(
            outcome.text.contains("title is \"-3\", and must be a number of points") && outcome.text.contains("m.json:3:"),
            "\(outcome.text)")
        #expect(outcome.status == .exited(1))
        try folder.add("plain.json", Bytes(Self.manifest([#""title":17"#])))
        let previous = try check("plain.json", "--previous=m.json", "--config=weir.json", in: folder)
        #expect(previous.text.contains("in the previous manifest, m.json: entry 1, line 3: title is \"-3\""), "\(previous.text)")
    }

    @Test(arguments: [
        (#""title":-1"#, "m.json:3: title is \"-1\", and must be a number of points from 0 to 1000000"),
        (#""title":"two lines""#, "m.json:3: title is \"two lines\", and must be"),
        (#""title":"nan""#, "m.json:3: title is \"nan\", and must be"),
        (#""title":1e7"#, "m.json:3: title is \"1e7\", and must be"), (#""title":true"#, "m.json:3: title is \"true\", and must be"),
        (#""title":[1]"#, "m.json:3:"),
    ])
    func refused(member: String, message: String) throws {
        try folder.add("m.json", Bytes(Self.manifest([#""title":17"#, member])))
        let outcome = try layout("m.json", "--layout=waterflow:extra-height-by=title", in: folder)
        #expect(outcome.messages.hasPrefix("weir: " + message), "\(outcome.messages)")
        #expect(outcome.status == .exited(2))
    }

    @Test func refusedColumns() throws {
        let none = try layout("m.json", "--layout=waterflow:extra-height-by=titel", in: folder)
        #expect(none.messages == "weir: m.json: no entry has titel, which extra-height-by names; was it kept when the manifest was made?\n")
        let flow = try layout("m.json", "--layout=flow:extra-height-by=title", in: folder)
        #expect(
            flow.messages.hasPrefix(
                "weir layout: --layout: extra-height-by: the layout has no such parameter; it has "))
    }
}
