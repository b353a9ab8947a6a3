// docs/manifest.md: a damaged manifest is replaced, and another program's file is not.
import Foundation
import TestSupport
import Testing

@Suite struct IngestPreviousTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        for number in 1...5 { try folder.add(Bytes("\(number).jpg"), .jpeg(width: 30, height: 20)) }
        try folder.addCatalogue((1...5).map { "\($0).jpg" }, as: "all.csv")
        try folder.addCatalogue(["1.jpg"])
    }

    private func run(_ catalogue: Bytes = "c.csv", _ output: [Bytes]) throws -> Outcome {
        try Program.weir.run(["ingest", catalogue, "--journal=none", "--report=r.json", "--metrics=w.prom"] + output, in: folder)
    }

    /// A manifest that is cut anywhere has nothing to compare with. The run says so and replaces it.
    @Test(arguments: ["m.json", "m.jsonl", "m.plist", "m.binary.plist", "m.json.gz", "m.jsonl.gz", "m.plist.gz"])
    func cut(kind: String) throws {
        let output = kind.split(separator: " ").map { Bytes(String($0)) }
        let name = kind.prefix { $0 != " " }
        #expect(try run("all.csv", ["-o"] + output).status == .exited(0))
        let whole = try #require(folder.content(of: String(name)))
        // Behind the last entry of JSON Lines nothing is missing.
        for length in [1, 2, 5, 9, 20, whole.count / 2, whole.count - 12] {
            try folder.add(output[0], Bytes(Array(whole.prefix(length))))
            let outcome = try run("c.csv", ["-o"] + output)
            let lines = outcome.messages.split(separator: "\n")
            #expect(lines.count == 2 && lines[0].hasPrefix("weir: \(name):"), "\(length): \(outcome.messages)")
            #expect(lines.first?.hasSuffix(Self.notice) == true)
            #expect(outcome.status == .exited(0), "\(length)")
            let report = try #require(try json(folder.content(of: "r.json")) as? [String: Any])
            #expect(report["change"] == nil && report["written"] as? Bool == true)
            #expect(folder.text(of: "w.prom")?.contains("weir_entries_") == false)
        }
    }

    private static let notice =
        "; the previous manifest cannot be read, so --max-removed has checked nothing: weir diff compares the new one with a backup"

    @Test(
        arguments: [
            ("index.json", "{\"count", "p/index.json: line 1, column 8: the document ends too early"),
            ("2.json", nil, "p/2.json is no file"), ("2.json", "[\n{\"w\":3", "p/2.json:2:1: the manifest ends inside the entry"),
            ("2.json", "[\n{\"w\":3,\"h\":4,\"img\":7,\"price\":\"\"}\n]\n", "p/2.json:2:"),
        ] as [(Bytes, Bytes?, String)])
    func damagedPages(name: Bytes, content: Bytes?, reason: String) throws {
        let output: [Bytes] = ["-o", "p", "--page-size=2"]
        #expect(try run("all.csv", output).status == .exited(0))
        let path = "\(folder.path)/p/\(String(decoding: name.all, as: UTF8.self))"
        try FileManager.default.removeItem(atPath: path)
        if let content { try Data(content.all).write(to: URL(fileURLWithPath: path)) }
        try folder.addCatalogue(["gone.jpg"], as: "gone.csv")
        for quiet in [[], ["-q"]] as [[Bytes]] {
            // A gate that needs no comparison is still met.
            let gated = try run("gone.csv", output + quiet + ["--max-failures=0"])
            #expect(gated.status == .exited(1) && gated.messages.contains("weir: \(reason)"), "\(gated.messages)")
        }
        let outcome = try run("c.csv", output + ["-q"])
        #expect(outcome.messages.hasPrefix("weir: wrote p; 1 row: 1 with its true size\nweir: \(reason)"), "\(outcome.messages)")
        #expect(outcome.messages.hasSuffix(Self.notice + "\n") && outcome.messages.split(separator: "\n").count == 2)
        #expect(outcome.status == .exited(0))
    }

    /// Without its index a folder may be somebody's.
    @Test func lostIndex() throws {
        let output: [Bytes] = ["-o", "p", "--page-size=2"]
        #expect(try run("all.csv", output).status == .exited(0))
        try FileManager.default.removeItem(atPath: folder.path + "/p/index.json")
        let outcome = try run("c.csv", output)
        #expect(
            outcome.messages == "weir: p is no folder of pages: it has 1.json, and no index.json of weir's; name a new or an empty folder\n"
        )
        #expect(outcome.status == .exited(2))
    }

    /// The content of the previous manifest shows its form, whatever its name says.
    @Test(
        arguments: ["m.json", "m.jsonl", "m.plist", "m.jsonl.gz"] as [Bytes],
        [["o.json"], ["o.jsonl"], ["o.plist"], ["o.binary.plist"], ["o.json.gz"]] as [[Bytes]])
    func anotherForm(name: Bytes, old: [Bytes]) throws {
        #expect(try run("all.csv", ["-o"] + old).status == .exited(0))
        #expect(try #require(Program.named("mv")).run([old[0], name], in: folder).status == .exited(0))
        let outcome = try run("c.csv", ["-o", name])
        #expect(outcome.messages.contains("4 of the 5 entries of the previous manifest are missing"), "\(outcome.messages)")
        #expect(outcome.status == .exited(1))
    }

    /// After a power cut a file may have its length and no content.
    @Test(arguments: ["m.json", "m.jsonl", "m.plist", "m.json.gz"] as [Bytes])
    func zeros(name: Bytes) throws {
        try folder.add(name, Bytes(zeros: 100_000))
        let outcome = try run("c.csv", ["-o", name, "-q"])
        #expect(outcome.messages.hasSuffix(Self.notice + "\n") && outcome.messages.split(separator: "\n").count == 2, "\(outcome.messages)")
        #expect(outcome.status == .exited(0))
    }

    @Test(
        arguments: [
            ("package.json", #"{"name":"shop","dependencies":{"a":"1"}}"#), ("package.json", "{\n  \"name\": \"shop\",\n  \"dep"),
            ("m.json", "[1,2,3]"), ("m.json", #"[{"img":"1.jpg","price":"1","stock":7}]"#),
            ("m.jsonl", #"{"img":"a.jpg","caption":"x"}"# + "\n"), ("m.json", #"[{"name":"x"},{"name":"y"}]"#), ("m.json", #"["a","b"#),
            ("m.json", "a note\n"),
            ("m.jsonl", #"{"level":"info"}"# + "\n"), ("m.jsonl", "a log\n"), ("m.json.gz", "no gzip"),
            ("Info.plist", #"<?xml version="1.0"?><plist version="1.0"><dict><key>a</key><string>b</string></dict></plist>"#),
            ("Info.plist", #"<?xml version="1.0"?><plist version="1.0"><dict><key>a</key>"#),
            ("m.json", Bytes(zeros: 100_000) + "x"),
        ] as [(Bytes, Bytes)])
    func foreign(name: Bytes, content: Bytes) throws { try checkForeign(name, content) }

    @Test(
        arguments: [
            ("List.plist", #"["a","b"]"#, .xml), ("List.plist", #"[{"name":"a"}]"#, .xml), ("List.plist", #"["a","b"]"#, .binary),
            ("List.plist", #"[{"name":"a"}]"#, .binary), ("Info.plist", #"{"name":"a"}"#, .binary),
        ] as [(Bytes, String, PropertyListSerialization.PropertyListFormat)])
    func foreignPropertyList(name: Bytes, json: String, format: PropertyListSerialization.PropertyListFormat) throws {
        let content = try JSONSerialization.jsonObject(with: Data(json.utf8))
        try checkForeign(name, Bytes(Array(try PropertyListSerialization.data(fromPropertyList: content, format: format, options: 0))))
    }

    private func checkForeign(_ name: Bytes, _ content: Bytes) throws {
        try folder.add(name, content)
        let watch = try FileWatch(folder, ".")
        let outcome = try run("c.csv", ["-o", name])
        let text = String(decoding: name.all, as: UTF8.self)
        #expect(outcome.messages == "weir: \(text) is no manifest, and is not written over; move it away, or name another file\n")
        #expect(outcome.status == .exited(2))
        #expect(folder.content(of: text) == content.all)
        #expect(watch.opened()["1.jpg"] == nil)
    }

    /// Entries of another program have keys that a manifest of this run would lose.
    @Test(
        arguments: [
            ("m.json", #"[{"w":3,"h":2,"img":"1.jpg","price":"1","id":7,"description":"x"}]"#, "id"),
            ("m.json", #"[{"w":3,"h":2,"img":"1.jpg","price":"1"},{"w":3,"h":2,"img":"2.jpg","title":"x"}]"#, "title"),
            ("m.jsonl", #"{"w":3,"h":2,"img":"1.jpg","price":"1","sku":"a"}"# + "\n", "sku"),
            ("m.csv", "w,h,img,price,sku\n3,2,1.jpg,1,a\n", "sku"), ("m.copy", "w\th\timg\tprice\tbrand\n3\t2\t1.jpg\t1\ta\n", "brand"),
            (
                "m.plist",
                "<plist version=\"1.0\"><array><dict><key>w</key><integer>1</integer><key>h</key><integer>1</integer>"
                    + "<key>img</key><string>1.jpg</string><key>id</key><string>7</string></dict></array></plist>",
                "id"
            ),
        ] as [(Bytes, Bytes, String)])
    func foreignKey(name: Bytes, content: Bytes, key: String) throws {
        try folder.add(name, content)
        let text = String(decoding: name.all, as: UTF8.self)
        let outcome = try run("c.csv", ["-o", name])
        #expect(
            outcome.messages == """
                weir: \(text) has the key \(key), which the new manifest lacks, and is not written over; keep it with --keep \(key), move \
                the file away, or name another one

                """)
        #expect(outcome.status == .exited(2))
        #expect(folder.content(of: text) == content.all)
    }

    @Test(.needs(.obedience)) func unreadable() throws {
        try folder.add("m.json", "[]")
        try folder.setMode("m.json", 0o200)
        let outcome = try #require(Program.weir.obedient).run(["ingest", "c.csv", "-o", "m.json", "--journal=none"], in: folder)
        let advice = "a file that may be no manifest is not written over; move it away, or name another file"
        #expect(outcome.messages == "weir: m.json: permission denied; \(advice)\n")
        #expect(outcome.status == .exited(2))
    }

    /// A manifest of another form, or of another program, is a manifest.
    @Test(
        arguments: [
            ("m.json", "[]"), ("m.json", ""), ("m.json", "\n[ ]\n"), ("m.json", #"[{"w":3,"h":2,"img":"9.jpg"}]"#),
            ("m.json", #"  [ { "price":"1", "h":2,"w":3, "img" : "1.jpg" } ]"#),
            ("m.jsonl", ""), ("m.jsonl", #"{"price":"1","img":"1.jpg","w":1,"h":1}"#),
            (
                "m.plist",
                "<plist version=\"1.0\"><array><dict><key>img</key><string>1.jpg</string><key>w</key><integer>1</integer><key>h</key><integer>1</integer></dict></array></plist>"
            ),
        ] as [(Bytes, Bytes)])
    func ours(name: Bytes, content: Bytes) throws {
        try folder.add(name, content)
        #expect(try run("c.csv", ["-o", name, "--max-removed=100%"]).status == .exited(0))
    }

    /// A manifest may be its own catalogue. Another catalogue has more than the manifest would keep.
    @Test func theCatalogue() throws {
        let own = #"[{"img":"1.jpg","price":"1","stock":7}]"#
        try folder.add("c.json", Bytes(own))
        let refused = try run("c.json", ["-o", "./c.json"])
        #expect(refused.status == .exited(2))
        #expect(
            refused.messages
                == "weir: ./c.json is the catalogue, and would lose its key stock; keep it with --keep, or name another file\n")
        #expect(folder.text(of: "c.json") == own)
        try folder.add("m.json", #"[{"w":1,"h":1,"img":"1.jpg","price":"1"}]"#)
        let outcome = try run("m.json", ["-o", "m.json"])
        #expect(outcome.status == .exited(0), "\(outcome.messages)")
        #expect(folder.text(of: "m.json") == manifest(entry(30, 20, "1.jpg")))
    }

    /// A catalogue with sizes looks like a manifest, but its own manifest may lack some of its keys.
    @Test(arguments: [("c.json", "[", "]"), ("c.jsonl", "", "\n")] as [(Bytes, String, String)])
    func theCatalogueWithMore(name: Bytes, begin: String, end: String) throws {
        let own = begin + #"{"img":"1.jpg","w":1,"h":1,"status":"ok","price":"1","title":"One","stock":{"a":7}}"# + end
        let text = String(decoding: name.all, as: UTF8.self)
        try folder.add(name, Bytes(own))
        for (kept, lost) in [([], "title"), (["--keep=title"], "stock")] as [([Bytes], String)] {
            let refused = try run(name, ["-o", "./" + name] + kept)
            #expect(
                refused.messages
                    == "weir: ./\(text) is the catalogue, and would lose its key \(lost); keep it with --keep, or name another file\n")
            #expect(refused.status == .exited(2))
            #expect(folder.text(of: text) == own)
        }
        let outcome = try run(name, ["-o", name, "--keep=title,stock"])
        #expect(outcome.status == .exited(0), "\(outcome.messages)")
        #expect(folder.text(of: text)?.contains(#""title":"One","stock":{"a":7}"#) == true)
    }

    /// The keys of a manifest that is longer than what is read at once.
    @Test(arguments: ["m.json", "m.json.gz", "m.jsonl", "m.plist", "m.plist.gz", "m.csv"] as [Bytes])
    func keysOfManyEntries(name: Bytes) throws {
        try folder.add("c.csv", "img,price,sku\n" + Bytes(repeating: "1.jpg,1,a\n", count: 5000))
        for keep: [Bytes] in [["--keep=sku"], [], ["--keep=sku"]] {
            let outcome = try run("c.csv", ["-o", name, "-q"] + keep)
            #expect(outcome.status == .exited(keep.isEmpty ? 2 : 0), "\(outcome.messages)")
            #expect(outcome.messages.contains(" has the key sku, which ") == keep.isEmpty)
        }
    }

    /// Somebody gives a file the name of an output while the run waits for its catalogue.
    @Test func foreignLater() throws {
        let run = try Program.weir.start(
            ["ingest", "-", "--from=csv", "-o", "m.json", "--journal=none", "--report=r.json"], in: folder)
        run.write("img,price\n1.jpg,1\n")
        try run.waitUntilInputIsRead()
        try run.waitUntilAtRest()
        try folder.add("m.json", "mine")
        let outcome = try run.finish()
        #expect(outcome.status == .exited(2))
        #expect(
            outcome.messages.hasSuffix("weir: m.json is no manifest, and is not written over; move it away, or name another file\n"),
            "\(outcome.messages)")
        #expect(try folder.names().filter { $0.hasPrefix("m.json") || $0.hasPrefix(".m") } == ["m.json"])
        #expect(folder.text(of: "m.json") == "mine")
    }

    /// A fact that is kept as if it were a column.
    @Test func keptColumnsThatNoRowHas() throws {
        try folder.add("c.json", #"[{"img":"1.jpg","price":"1","sku":"a"},{"img":"2.jpg","price":"1"}]"#)
        let outcome = try run("c.json", ["-o", "m.json", "--keep=status,skuu,sku"])
        #expect(
            outcome.messages.hasPrefix(
                """
                weir: c.json: no row has the key status that --keep names; the fact status can be asked for instead
                weir: c.json: no row has the key skuu that --keep names; the nearest key is sku
                weir: wrote m.json; 2 rows: 
                """), "\(outcome.messages)")
        #expect(outcome.status == .exited(0))
        #expect(try run("c.json", ["-o", "m.json", "--keep=status,skuu,sku", "-q"]).messages == "")
    }
}
