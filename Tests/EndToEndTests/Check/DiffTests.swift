// docs/checks.md: weir diff prints the changes between two manifests.
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
                  size     price  img
                  200x250  ¥3     <e>\\xe2\\x80\\xae.png

                resized
                  old size  new size  img
                  200x300   200x400   a.png

                repriced
                  old price  new price  img
                  ¥3         ¥|4        c.png

                lf-waterflow on portrait (375x667): 1 picture moves, 1 on the first screen
                  121.67 across, 27.92 down  d.png
                lf-waterflow on landscape (667x375): 1 picture moves, 1 on the first screen
                  131.4 across, 0 down  d.png

                """)
        #expect(outcome.status == .exited(1))
    }

    /// An empty file is a manifest only where its name says that it is JSON Lines.
    @Test(
        arguments: [
            ("e.json", "", "weir: e.json: the file is empty; a manifest without entries is []\n"),
            ("e e.plist", " \n", "weir: e e.plist: the file is empty; a manifest without entries is []\n"),
            ("-", "", "weir: standard input: the file is empty; a manifest without entries is []\n"),
            ("e e.jsonl", "", ""), ("e.json", "[]", ""),
        ] as [(Bytes, Bytes, String)])
    func emptyFile(name: Bytes, content: Bytes, message: String) throws {
        if name != "-" { try folder.add(name, content) }
        for arguments in [[name, "new.json"], ["new.json", name]] {
            let outcome = try diff(arguments[0], arguments[1])
            #expect(outcome.messages == message)
            #expect(outcome.status == .exited(message.isEmpty ? 1 : 2))
        }
    }

    /// Columns are as wide as a terminal shows them: wide letters take two columns, and marks none.
    @Test func tableOfPrices() throws {
        for (name, prices) in [("a.json", ["¥713(税込)", "$1", ""]), ("b.json", ["¥7", "e\u{301}\u{301} 2 $", "\u{202E}2"])] {
            try folder.add(Bytes(name), Bytes(manifest(of: prices.enumerated().map { entry(1, 1, "\($0).png", $1) })))
        }
        let text = try diff("a.json", "b.json").text
        #expect(
            text.hasPrefix(
                """
                a.json -> b.json: 3 repriced

                repriced
                  old price   new price      img
                  ¥713(税込)  ¥7             0.png
                  $1          e\u{301}\u{301} 2 $          1.png
                  none        \\xe2\\x80\\xae2  2.png

                """), "\(text)")
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
        #expect(
            text.contains("</summary>\n\n| img | across | down |\n|---|---:|---:|\n| <code>d&#46;png</code> | 121.67 | 27.92 |\n"),
            "\(text)")
        #expect(text.contains("| <code>&lt;e&gt;\u{FFFD}&#46;png</code> | <code>200x250</code> | <code>¥3</code> |"))
        #expect(text.contains("<code>¥&#124;4</code>"))
        #expect(
            text.contains(
                "\n<code>a&#46;png</code> went from 200x300 to 200x400, 1 picture is new: 1 picture moves, on the first screen\n"),
            "\(text)")
        for line in text.split(separator: "\n") where line.hasPrefix("|") {
            #expect([4, 7].contains(line.count { $0 == "|" }), "\(line)")
        }
    }

    /// Keys that a layout names move frames, and no other key is compared.
    @Test(
        arguments: [
            (#"{"layout":"flow","section-by":"shelf"}"#, ["shelf: <hats> -> shelf: sale"], 3),
            (#"{"layout":"waterflow","columns":1}"#, [], 0),
            (#"{"layout":"waterflow","columns":1,"extra-height-by":"title"}"#, ["title: 17 -> title: none"], 2),
        ] as [(String, [String], Int)])
    func keysOfLayouts(layout: String, changes: [String], moved: Int) throws {
        func manifest(_ members: String) -> Bytes {
            Bytes(
                TestSupport.manifest(of: [
                    entry(200, 200, "a.png", "1", #","shelf":"<hats>","title":17"#), entry(200, 200, "b.png", "2", members),
                    entry(200, 200, "c.png", "3", #","shelf":"sale""#), entry(200, 200, "d.png", "3", #","shelf":"sale""#),
                ]))
        }
        try folder.add("old.json", manifest(#","shelf":"<hats>","title":17"#))
        try folder.add("new.json", manifest(#","shelf":"sale""#))
        try folder.add("weir.json", Bytes(#"{"layouts":[\#(layout)]}"#))
        let text = try diff("old.json", "new.json", "--config=weir.json")
        guard let change = changes.first else {
            return #expect(text.text == "old.json -> new.json: no difference\n" && text.status == .exited(0))
        }
        #expect(text.status == .exited(1) && text.messages == "", "\(text.messages)")
        #expect(text.text.hasPrefix("old.json -> new.json: 1 changed\n\nchanged\n"), "\(text.text)")
        let cells = text.lines.first { $0.hasSuffix("  b.png") }?.components(separatedBy: "  ").filter { !$0.isEmpty }
        let trimmed = cells?.dropLast().map { $0.trimmingCharacters(in: .whitespaces) }
        #expect(trimmed?.joined(separator: " -> ") == change, "\(text.text)")
        #expect(text.text.components(separatedBy: ": \(moved) pictures move, ").count == 3, "\(text.text)")
        let markdown = try diff("old.json", "new.json", "--config=weir.json", "--format=markdown").text
        #expect(markdown.contains("| img | old values | new values |\n"), "\(markdown)")
        let json = try diff("old.json", "new.json", "--config=weir.json", "--format=json")
        let document = try #require(try JSONSerialization.jsonObject(with: Data(json.output)) as? [String: Any])
        let entries = try #require(document["changed"] as? [[String: Any]])
        #expect(entries.compactMap { $0["entry"] as? Int } == [1])
        let values = ["from", "to"].compactMap { (entries[0][$0] as? [String: String])?.first }.map { "\($0.key): \($0.value)" }
        #expect(values.joined(separator: " -> ") == change.replacing("none", with: ""))
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

    @Test(
        arguments: [
            (["old.json"], "weir diff: two manifests are needed: OLD NEW"),
            (["a", "b", "c"], "weir diff: two manifests are compared; c is a third one"),
            (["-", "-"], "weir diff: standard input can be one of the manifests, not both"),
            (["old.json", "new.json", "-o", "new.json"], "weir diff: --output: new.json is read, and the difference would take its place"),
            (
                ["old.json", "new.json", "--devices=./d.json", "-o", "d.json"],
                "weir diff: --output: d.json is read, and the difference would take its place"
            ),
            (["old.json", ""], "weir diff: an argument is empty; look for a variable of the shell that has no value"),
            (["old.json", "p"], "weir: p: the folder has no index.json, so there are no pages of a manifest in it\n"),
            (["old.json", "none.json"], "weir: none.json: no such file or directory"),
            (["old.json", "cut.json"], "weir: cut.json:1:2: the manifest ends inside the entry\n"),
            (["old.json", "new.json", "--layout=waterfall"], "weir diff: --layout: unknown layout waterfall"),
            (["old.json", "new.json", "--devices=iphone-51"], "weir diff: --devices: unknown device iphone-51; did you mean"),
            (["old.json", "new.json", "--layout=waterflow:columns=99"], "weir: waterflow:columns=99 on portrait: columns:"),
            (["old.json", "new.json", "--config=bad.json"], "weir: bad.json: there is no key \"layout\"; did you mean \"layouts\"?"),
            (["old.json", "new.json", "-o", "/dev/full/x"], "weir: "),
        ] as [([Bytes], String)])
    func refused(arguments: [Bytes], message: String) throws {
        try folder.addFolder("p")
        try folder.add("cut.json", "[{\"w\":1,")
        try folder.add("bad.json", #"{"layout":[]}"#)
        let outcome = try Program.weir.run(["diff"] + arguments, in: folder)
        #expect(outcome.messages.hasPrefix(message), "\(outcome.messages)")
        #expect(outcome.status == .exited(2) || outcome.status == .exited(3))
        #expect(outcome.text.isEmpty)
    }

    /// A broken entry is named and left out, and the others are compared: the worst pull requests need the difference most.
    @Test func brokenEntries() throws {
        let sound = #"{"w":200,"h":300,"img":"a.png","price":"1"}"#
        try folder.add("sound.json", Bytes("[\(sound)]"))
        try folder.add(
            "sizeless.json",
            Bytes(
                "[\(sound),\n{\"w\":0,\"h\":300,\"img\":\"b.png\",\"price\":\"1\"},\n{\"w\":2,\"h\":3,\"img\":\"c.png\",\"price\":\"1\"}]"))
        let outcome = try diff("sound.json", "sizeless.json")
        #expect(outcome.text.hasPrefix("sound.json -> sizeless.json: 1 added"), "\(outcome.text)")
        let fault = "the entry has no w and h that are integers from 1 to 2147483647"
        #expect(outcome.messages == "weir: sizeless.json:2:1: \(fault); broken entries are left out\n")
        #expect(outcome.status == .exited(1))
        // Entries that are left out may differ.
        #expect(try diff("sizeless.json", "sizeless.json").status == .exited(1))
    }

    @Test func fullDisk() throws {
        let outcome = try Program.weir.run(["diff", "old.json", "new.json"], in: folder, output: .file("/dev/full"))
        #expect(outcome.status == .exited(3), "\(outcome.messages)")
    }

    /// A reader that stops is no error, but the manifests still differ.
    @Test(arguments: ["text", "json"])
    func closedPipe(format: Bytes) throws {
        try folder.add("many.json", Bytes(manifest(of: (0..<3000).map { entry(200, 300, "\($0).png", "¥1") })))
        let running = try Program.weir.start(["diff", "old.json", "many.json", "--format", format], in: folder)
        running.closeOutput()
        let outcome = try running.finish()
        #expect(outcome.status == .exited(1))
        #expect(outcome.messages == "")
    }

    /// An entry of the manifests below: its key, and the start of its URL.
    private func keyed(_ rows: [(sku: String?, img: String, price: String)]) -> Bytes {
        Bytes(
            manifest(
                of: rows.map { row in
                    #"{"w":200,"h":300,"img":"\#(row.img)","price":"\#(row.price)"\#(row.sku.map { #","sku":\#($0)"# } ?? "")}"#
                }))
    }

    /// With a key, another base URL is a change of each entry, and no entry is added or removed.
    @Test func key() throws {
        try folder.add(
            "a.json", keyed([(#""x""#, "http://a/1", "¥1"), ("7", "http://a/2", "¥2"), (nil, "c", "¥3"), (#""gone""#, "d", "¥4")]))
        try folder.add(
            "b.json", keyed([(#""x""#, "http://b/1", "¥1"), ("7", "http://b/2", "¥5"), (nil, "c", "¥3"), (#""new""#, "d", "¥4")]))
        let without = try diff("a.json", "b.json")
        #expect(without.text.hasPrefix("a.json -> b.json: 2 added, 2 removed\n"))
        let outcome = try diff("a.json", "b.json", "--key=sku")
        #expect(
            outcome.text.hasPrefix(
                """
                a.json -> b.json: 1 added, 1 removed, 1 repriced, 2 changed

                """), "\(outcome.text)\(outcome.messages)")
        #expect(outcome.lines.contains("  img: http://a/1  img: http://b/1  http://b/1"))
        #expect(outcome.lines.contains("  ¥2         ¥5         http://b/2"))
        #expect(try diff("a.json", "a.json", "--key=sku").status == .exited(0))
        #expect(try diff("a.json", "b.json", "--key=img").text == without.text)
        let json = try diff("a.json", "b.json", "--key=sku", "--format=json")
        let document = try #require(try JSONSerialization.jsonObject(with: Data(json.output)) as? [String: Any])
        let changed = try #require((document["changed"] as? [[String: Any]])?.first)
        #expect(
            changed["from"] as? [String: String] == ["img": "http://a/1"] && changed["to"] as? [String: String] == ["img": "http://b/1"])
        #expect(try diff("a.json", "b.json", "--key=sku", "--format=markdown").text.contains("<code>img&#58; http&#58;//a/1</code>"))
    }

    /// Without the key in one manifest, or in an empty one, every entry would be another.
    @Test(arguments: ["old.json", "empty.json"] as [Bytes]) func absentKey(old: Bytes) throws {
        try folder.add("empty.json", "[]")
        try folder.add("keyed.json", keyed([("7", "http://a/2", "¥2")]))
        let outcome = try diff(old, "keyed.json", "--key=sku")
        let words = "no entry has the key sku, so entries are matched by img; weir ingest --keep adds a column to entries"
        #expect(outcome.messages == "weir: \(String(decoding: old.all, as: UTF8.self)): \(words)\n")
        #expect(outcome.text == (try diff(old, "keyed.json")).text)
        #expect(outcome.status == .exited(1))
    }

    @Test(arguments: [
        ("price", "weir diff: --key: price does not name an entry; take a key such as sku\nTry 'weir diff --help'.\n")
    ])
    func wrongKey(key: String, message: String) throws {
        let outcome = try diff("old.json", "new.json", "--key", Bytes(key))
        #expect(outcome.messages == message)
        #expect(outcome.status == .exited(2))
    }
}
