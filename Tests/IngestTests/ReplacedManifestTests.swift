// docs/manifest.md: a damaged manifest is replaced, and another program's file is not.
import Foundation
import TestSupport
import Testing
import WeirSystem

@testable import Ingest

@Suite struct ReplacedManifestTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        for number in 1...5 { try folder.add(Bytes("\(number).jpg"), .jpeg(width: 30, height: 20)) }
        try folder.addCatalogue((1...5).map { "\($0).jpg" }, as: "all.csv")
        try folder.addCatalogue(["1.jpg"])
    }

    private func run(_ catalogue: Bytes = "c.csv", _ output: [Bytes]) throws -> IngestOutcome {
        try ingest([catalogue] + output, in: folder)
    }

    /// A manifest that is cut anywhere has nothing to compare with. The run says so and replaces it.
    @Test(arguments: ["m.json", "m.jsonl", "m.plist", "m.binary.plist", "m.json.gz", "m.jsonl.gz", "m.plist.gz"])
    func cut(kind: String) throws {
        let name = Bytes(kind)
        #expect(try run("all.csv", ["-o", name]).isWritten)
        let whole = try #require(folder.content(of: kind))
        // Behind the last entry of JSON Lines nothing is missing.
        for length in [1, 2, 5, 9, 20, whole.count / 2, whole.count - 12] {
            try folder.add(name, Bytes(Array(whole.prefix(length))))
            let outcome = try run("c.csv", ["-o", name])
            #expect(outcome.news.count == 1 && outcome.news[0].hasPrefix("\(kind):"), "\(length): \(outcome)")
            #expect(outcome.news.first?.hasSuffix(Self.notice) == true && outcome.notices.first?.isUsual == false)
            #expect(outcome.isWritten && outcome.summary.change == nil, "\(length)")
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
        #expect(try run("all.csv", output).isWritten)
        let path = "\(folder.path)/p/\(String(decoding: name.all, as: UTF8.self))"
        try FileManager.default.removeItem(atPath: path)
        if let content { try Data(content.all).write(to: URL(fileURLWithPath: path)) }
        try folder.addCatalogue(["gone.jpg"], as: "gone.csv")
        // A gate that needs no comparison is still met.
        let gated = try run("gone.csv", output + ["--max-failures=0"])
        #expect(gated.ending == .gated([.failures]) && gated.news.first?.hasPrefix(reason) == true, "\(gated)")
        let outcome = try run("c.csv", output)
        #expect(outcome.isWritten && outcome.news.count == 1, "\(outcome)")
        #expect(outcome.news.first?.hasPrefix(reason) == true && outcome.news.first?.hasSuffix(Self.notice) == true, "\(outcome)")
    }

    /// Without its index a folder may be somebody's.
    @Test func lostIndex() throws {
        let output: [Bytes] = ["-o", "p", "--page-size=2"]
        #expect(try run("all.csv", output).isWritten)
        try FileManager.default.removeItem(atPath: folder.path + "/p/index.json")
        let fault = "p is no folder of pages: it has 1.json, and no index.json of weir's; name a new or an empty folder"
        #expect(try run("c.csv", output).fault == fault)
    }

    /// The content of the previous manifest shows its form, whatever its name says.
    @Test(
        arguments: ["m.json", "m.jsonl", "m.plist", "m.jsonl.gz"] as [Bytes],
        [["o.json"], ["o.jsonl"], ["o.plist"], ["o.binary.plist"], ["o.json.gz"]] as [[Bytes]])
    func anotherForm(name: Bytes, old: [Bytes]) throws {
        #expect(try run("all.csv", ["-o"] + old).isWritten)
        let path = { (name: Bytes) in folder.path + "/" + String(decoding: name.all, as: UTF8.self) }
        try? FileManager.default.removeItem(atPath: path(name))
        try FileManager.default.moveItem(atPath: path(old[0]), toPath: path(name))
        #expect(try run("c.csv", ["-o", name]).ending == .gated([.removed(4, of: 5)]))
    }

    /// After a power cut a file may have its length and no content.
    @Test(arguments: ["m.json", "m.jsonl", "m.plist", "m.json.gz"] as [Bytes])
    func zeros(name: Bytes) throws {
        try folder.add(name, Bytes(zeros: 100_000))
        let outcome = try run("c.csv", ["-o", name])
        #expect(outcome.isWritten && outcome.news.count == 1 && outcome.news[0].hasSuffix(Self.notice), "\(outcome)")
    }

    @Test(
        arguments: [
            ("package.json", #"{"name":"shop","dependencies":{"a":"1"}}"#), ("package.json", "{\n  \"name\": \"shop\",\n  \"dep"),
            ("m.json", "[1,2,3]"), ("m.json", #"[{"img":"1.jpg","price":"1","stock":7}]"#),
            ("m.json", #"[{"img":"1.jpg","price":"1","w":7}]"#), ("m.json", #"[{"img":"1.jpg","price":"1","h":7}]"#),
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
        let outcome = try run("c.csv", ["-o", name])
        let text = String(decoding: name.all, as: UTF8.self)
        #expect(outcome.fault == "\(text) is no manifest, and is not written over; move it away, or name another file")
        #expect(outcome.summary.pictures == 0 && folder.content(of: text) == content.all)
        #expect(throws: MachineFailure.self) { try IngestRun.tryOutput(IngestPlan(["c.csv", "-o", name], in: folder)) }
    }

    /// Entries of another program have keys that a manifest of this run would lose.
    @Test(
        arguments: [
            ("m.json", #"[{"w":3,"h":2,"img":"1.jpg","price":"1","id":7,"description":"x"}]"#, "id"),
            ("m.json", #"[{"w":3,"h":2,"img":"1.jpg","price":"1"},{"w":3,"h":2,"img":"2.jpg","title":"x"}]"#, "title"),
            ("m.jsonl", #"{"w":3,"h":2,"img":"1.jpg","price":"1","sku":"a"}"# + "\n", "sku"),
            ("m.csv", "w,h,img,price,sku\n3,2,1.jpg,1,a\n", "sku"), ("m.csv", "w,h,img,price,\"sku\"\r\n", "sku"),
            ("m.copy", "w\th\timg\tprice\tbrand\n3\t2\t1.jpg\t1\ta\n", "brand"),
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
        #expect(
            try run("c.csv", ["-o", name]).fault == """
                \(text) has the key \(key), which the new manifest lacks, and is not written over; keep it with --keep \(key), move \
                the file away, or name another one
                """)
        #expect(folder.content(of: text) == content.all)
    }

    /// A manifest of another form, or of another program, is a manifest.
    @Test(
        arguments: [
            ("m.json", "[]"), ("m.json", ""), ("m.json", "\n[ ]\n"), ("m.json", #"[{"w":3,"h":2,"img":"9.jpg"}]"#),
            ("m.json", #"  [ { "price":"1", "h":2,"w":3, "img" : "1.jpg" } ]"#),
            ("m.jsonl", ""), ("m.jsonl", #"{"price":"1","img":"1.jpg","w":1,"h":1}"#), ("m.csv", "w,h,img,price\r\n3,2,1.jpg,1\r\n"),
            (
                "m.plist",
                "<plist version=\"1.0\"><array><dict><key>img</key><string>1.jpg</string><key>w</key><integer>1</integer><key>h</key><integer>1</integer></dict></array></plist>"
            ),
        ] as [(Bytes, Bytes)])
    func ours(name: Bytes, content: Bytes) throws {
        try folder.add(name, content)
        let outcome = try run("c.csv", ["-o", name, "--max-removed=100%"])
        // Also without any line JSON Lines are whole.
        #expect(outcome.isWritten && (outcome.news.isEmpty || name != "m.jsonl"), "\(outcome)")
    }

    /// A manifest may be its own catalogue. Another catalogue has more than the manifest would keep.
    @Test func theCatalogue() throws {
        let own = #"[{"img":"1.jpg","price":"1","stock":7}]"#
        try folder.add("c.json", Bytes(own))
        #expect(
            try run("c.json", ["-o", "./c.json"]).fault
                == "./c.json is the catalogue, and would lose its key stock; keep it with --keep, or name another file")
        #expect(folder.text(of: "c.json") == own)
        #expect(try run("c.csv", ["-o", "c.csv"]).fault == "c.csv is the catalogue; name another file")
        try folder.add("m.json", #"[{"w":1,"h":1,"img":"1.jpg","price":"1"}]"#)
        #expect(try run("m.json", ["-o", "m.json"]).isWritten)
        #expect(folder.text(of: "m.json") == manifest(entry(30, 20, "1.jpg")))
    }

    /// A catalogue with sizes looks like a manifest, but its own manifest may lack some of its keys.
    @Test(arguments: [("c.json", "[", "]"), ("c.jsonl", "", "\n")] as [(Bytes, String, String)])
    func theCatalogueWithMore(name: Bytes, begin: String, end: String) throws {
        let own = begin + #"{"img":"1.jpg","w":1,"h":1,"status":"ok","price":"1","title":"One","stock":{"a":7}}"# + end
        let text = String(decoding: name.all, as: UTF8.self)
        try folder.add(name, Bytes(own))
        for (kept, lost) in [([], "title"), (["--keep=title"], "stock")] as [([Bytes], String)] {
            #expect(
                try run(name, ["-o", "./" + name] + kept).fault
                    == "./\(text) is the catalogue, and would lose its key \(lost); keep it with --keep, or name another file")
            #expect(folder.text(of: text) == own)
        }
        #expect(try run(name, ["-o", name, "--keep=title,stock"]).isWritten)
        #expect(folder.text(of: text)?.contains(#""title":"One","stock":{"a":7}"#) == true)
    }

    /// The keys of a manifest that is longer than what is read at once.
    @Test(arguments: ["m.json", "m.json.gz", "m.jsonl", "m.plist", "m.plist.gz", "m.binary.plist", "m.csv"] as [Bytes])
    func keysOfManyEntries(name: Bytes) throws {
        try folder.add("c.csv", "img,price,sku\n" + Bytes(repeating: "1.jpg,1,a\n", count: 5000))
        for keep: [Bytes] in [["--keep=sku"], [], ["--keep=sku"]] {
            let outcome = try run("c.csv", ["-o", name] + keep)
            #expect(outcome.isWritten != keep.isEmpty && outcome.fault.contains(" has the key sku, which ") == keep.isEmpty, "\(outcome)")
        }
    }

    /// A fact that is kept as if it were a column.
    @Test func keptColumnsThatNoRowHas() throws {
        try folder.add("c.json", #"[{"img":"1.jpg","price":"1","sku":"a"},{"img":"2.jpg","price":"1"}]"#)
        let outcome = try run("c.json", ["-o", "m.json", "--keep=status,skuu,sku"])
        #expect(
            outcome.news == [
                "c.json: no row has the key status that --keep names; the fact status can be asked for instead",
                "c.json: no row has the key skuu that --keep names; the nearest key is sku",
            ])
        #expect(outcome.isWritten && outcome.notices.allSatisfy(\.isUsual))
    }
}
