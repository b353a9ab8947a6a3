// docs/catalogues.md: a folder of pictures, or the inventory of a bucket, as a catalogue.
import Fetching
import Measuring
import TestSupport
import Testing
import WeirBase
import WeirSystem

@testable import Ingest

@Suite struct FolderRowsTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.addFolder("p")
        try folder.addFolder("p/sub")
        for name: Bytes in ["p/a.jpg", "p/b.png", "p/é.jpg", "p/sub/a.jpg", "p/x.tmp"] {
            try folder.add(name, .jpeg(width: 30, height: 20))
        }
        try folder.add("p/.DS_Store", "{}")
    }

    @Test(
        arguments: [
            ([], ["a.jpg", "b.png", "sub/a.jpg", "x.tmp", "é.jpg"]), (["*.jpg"], ["a.jpg", "sub/a.jpg", "é.jpg"]),
            (["!*.tmp", "!sub/**"], ["a.jpg", "b.png", "é.jpg"]), (["/a.jpg"], ["a.jpg"]),
        ])
    func chosen(globs: [String], paths: [String]) throws {
        let outcome = try ingest(["p", "-o", "m.json"] + globs.map { Bytes("--glob=\($0)") }, in: folder)
        #expect(folder.text(of: "m.json") == manifest(of: paths.map { entry(30, 20, $0, "") }), "\(outcome)")
    }

    /// A file that a run writes or reads is no picture of the folder, whether it is there before the run or not.
    @Test(
        arguments: [
            ["-o", "p/m.json"], ["-o", "p/pages", "--page-size=1"], ["-o", "m.json", "--report=p/r.json"],
            ["-o", "m.json", "--metrics=p/w.prom", "--journal=p/j"], ["-o", "m.json", "-o", "p/s.csv"],
        ] as [[Bytes]])
    func ownFiles(words: [Bytes]) throws {
        for word in words where word.all.starts(with: Array("--report=".utf8)) || word.all.starts(with: Array("--metrics=".utf8)) {
            try folder.add(Bytes(Array(word.all[(word.all.firstIndex(of: UInt8(ascii: "=")) ?? 0)...].dropFirst())), "{}")
        }
        for state in [false, true] {
            let outcome = try ingest(["p"] + words, in: folder)
            #expect(outcome.summary.ok == 5 && outcome.failures.isEmpty, "\(outcome)")
            #expect(outcome.result.unchanged.allSatisfy { $0 == state })
        }
    }

    /// Names with characters that no entry may have are broken rows, named in their messages.
    @Test func brokenNames() throws {
        try folder.add("p/a\u{7}.jpg", .jpeg(width: 1, height: 1))
        let outcome = try ingest("p", "-o", "m.json", in: folder)
        #expect(outcome.summary.broken == 1 && outcome.summary.ok == 5)
        #expect(outcome.lines == ["row 1 (line 1, column 1): broken-row: a\\x07.jpg: img holds a control character"], "\(outcome)")
    }

    @Test func missing() throws {
        #expect(try ingest("gone", "-o", "m.json", in: folder).fault == "gone: no such file or directory")
        #expect(try ingest("p", "--from=csv", "-o", "m.json", in: folder).fault == "p: is a directory")
    }

    /// A report or metrics would take the place of a picture of a row.
    @Test(
        arguments: [("--report=p/a.jpg", "a.jpg"), ("--metrics=p/sub/a.jpg", "sub/a.jpg"), ("--report=p/../p/é.jpg", "é.jpg")]
            as [(Bytes, String)])
    func replacedPictures(option: Bytes, name: String) throws {
        try folder.addCatalogue(["b.png", name], as: "p/c.csv")
        let outcome = try ingest("p/c.csv", "-o", "m.json", option, in: folder)
        #expect(
            outcome.hasGivenUp
                && outcome.fault.hasSuffix("is a picture of row 2 (line 3), and an output would take its place; name another file"))
        #expect(try ingest("p/c.csv", "-o", "m.json", "--report=p/x.tmp", in: folder).hasGivenUp == false)
        try folder.addCatalogue(["b.png", "a.jpg"], as: "p/c.csv")
        #expect(try ingest("p/c.csv", "-o", "m.json", "--report=p/sub/a.jpg", in: folder).hasGivenUp == false)
        #expect(folder.content(of: "p/" + name) != nil)
    }

    /// Whole pictures of the network are verified only in a mirror.
    @Test func verifyingTheNetwork() throws {
        try folder.add("p/c.csv", "img,price\na.jpg,1\nhttps://shop.example/b.jpg,2\n")
        let outcome = try ingest("p/c.csv", "-o", "m.json", "--verify", in: folder)
        #expect(outcome.fault == "whole pictures are verified, and row 2 (line 3) names one of the network: --mirror", "\(outcome)")
    }

    // MARK: Inventories

    private static func document(_ members: String...) -> Bytes { Bytes("{" + members.joined(separator: ",") + "}") }

    private static let (source, csv, schema, files) = (
        #""sourceBucket":"shop""#, #""fileFormat":"CSV""#, #""fileSchema":"Key, ETag, Size, IsLatest, IsDeleteMarker""#,
        #""files":[{"key":"x/data/1.csv"},{"key":"x/data/2.csv.gz"}]"#
    )

    /// The paths and versions that an inventory lists below a bucket.
    private func paths(_ manifest: Bytes, _ glob: String? = nil) throws -> [String] {
        let bucket = Array("s3://shop/".utf8)
        var filter = PathFilter()
        if let glob { try filter.add(Array(glob.utf8)) }
        let stores = BucketStores(FetchOptions(userAgent: "test"), Cancellation())
        var walk = try InventoryWalk(
            folder.path(of: manifest).all, of: bucket, choosing: filter, in: BucketWalk(PathList([bucket]), in: stores))
        var lines: [String] = []
        while let batch = try walk.next() {
            var versions = batch.versions[...]
            batch.forEach { path in
                lines.append("\(String(decoding: path, as: UTF8.self)) \(versions.popFirst()?.isEmpty ?? true ? "-" : "v")")
            }
        }
        return lines
    }

    @Test func inventory() throws {
        try folder.addFolder("m")
        try folder.addFolder("data")
        try folder.add("m/manifest.json", Self.document(Self.source, Self.csv, Self.schema, Self.files))
        try folder.add(
            "data/1.csv",
            "\"a.jpg\",\"e\",\"7\",\"true\",\"false\"\n\"old.jpg\",\"e\",\"7\",\"false\",\"false\"\n\"gone.jpg\",\"e\",\"7\",\"true\",\"true\"\n"
                + "\"a%20b%2Fc.jpg\",\"\",\"\",\"\",\"\"\n\"folder/\",\"e\",\"0\",\"true\",\"false\"\n\"note.txt\",\"e\",\"7\",\"true\",\"false\"\n"
        )
        let second: Bytes = "\"prices.csv\",\"e\",\"7\",\"true\",\"false\"\n\"é.jpg\",\"f\",\"8\",\"true\",\"false\"\n"
        try folder.add("data/2.csv.gz", second.gzipped)
        let all = ["s3://shop/a.jpg v", "s3://shop/a b/c.jpg -", "s3://shop/note.txt v", "s3://shop/prices.csv v", "s3://shop/é.jpg v"]
        #expect(try paths("m/manifest.json") == all)
        #expect(try paths("m/manifest.json", "*.jpg") == [all[0], all[1], all[3], all[4]])
        // Beside the manifest, where somebody has copied it.
        try folder.add("m/1.csv", "\"b.jpg\",\"e\",\"7\",\"true\",\"false\"\n")
        #expect(try paths("m/manifest.json").prefix(2) == ["s3://shop/b.jpg v", all[3]])
    }

    @Test(
        arguments: [
            (document(source, csv, schema), "m.json is no manifest of an S3 Inventory"), ("[]", "m.json is no manifest of an S3 Inventory"),
            (
                document(source, #""fileFormat":"ORC""#, schema, files),
                "m.json: the inventory is in ORC; choose CSV as its format in the inventory's configuration"
            ),
            (
                document(#""sourceBucket":"other""#, csv, schema, files),
                "m.json lists s3://other/; the path of its manifest.json ends in other/CONFIGURATION/DATE/manifest.json"
            ),
            (document(source, csv, #""fileSchema":"Bucket, ETag""#, files), "m.json: the fileSchema has no Key: Bucket, ETag"),
            (document(source, csv, schema, #""files":[{"key":"x"},{"Key":"y"}]"#), "m.json: one of its files has no key"),
            (
                document(source, csv, schema, #""files":[{"key":"x/bad.csv"}]"#),
                "m.json: a row of the inventory is broken: 1 field where the header has 5"
            ),
        ])
    func inventoriesThatAreNone(content: Bytes, message: String) throws {
        try folder.add("m.json", content)
        try folder.add("bad.csv", "\"a.jpg\"\n")
        let fault = #expect(throws: MachineFailure.self) { try paths("m.json") }
        #expect(fault?.message.replacing(folder.path + "/", with: "") == message)
    }

    /// The bucket of a manifest, by its path in a bucket, or by its content here.
    @Test(
        arguments: [
            ("s3://lists/copy/shop/all/d/manifest.json", "s3://shop/"), ("s3://lists/shop/all/d/manifest.json", "s3://shop/"),
            ("s3://shop/all/d/manifest.json", nil), ("s3://lists/shop/all/d/other.json", nil), ("m.json", "s3://shop/"), ("m.txt", nil),
            ("blank.json", "s3://shop/"), ("bare.json", nil), ("late.json", nil), ("gone.json", nil), ("array.json", nil),
        ] as [(String, String?)])
    func buckets(name: String, bucket: String?) throws {
        let content = Self.document(Self.source, Self.csv, Self.schema, Self.files)
        for name: Bytes in ["m.json", "m.txt"] { try folder.add(name, content) }
        try folder.add("blank.json", " \n" + content)
        try folder.add("bare.json", Self.document(Self.source))
        try folder.add("late.json", Self.document("\"x\":\"\(String(repeating: "x", count: 5000))\"", Self.source, Self.schema))
        try folder.add("array.json", "[" + content + "]")
        let path = name.hasPrefix("s3:") ? Array(name.utf8) : folder.path(of: Bytes(name)).all
        #expect(InventoryWalk.bucket(of: path).map { String(decoding: $0, as: UTF8.self) } == bucket)
    }
}
