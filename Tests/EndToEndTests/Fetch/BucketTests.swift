// docs/buckets.md: pictures and folders in buckets are read with true signatures.
import Foundation
import TestSupport
import Testing

@Suite(.needs(.moto)) struct BucketTests {
    private let folder: TemporaryFolder
    private let server: BucketServer
    private static let picture = Bytes.jpeg(width: 30, height: 20)
    private static let odd = ["a b+c=d&e.jpg", "größe/ü.jpg", "q?x#y%20z.jpg", "x@y:z.jpg", "~t(1)'!*.jpg"]

    init() throws {
        let buckets = try TemporaryFolder()
        for name in ["", "/spring", "/spring/deep", "/spring/deep/.trash", "/spring/größe", "/summer"] {
            try buckets.addFolder(Bytes("my.shop\(name)"))
        }
        for name in ["a.jpg", "deep/b.jpg", ".hidden.jpg", "deep/.trash/c.jpg", "Thumbs.db"] + Self.odd {
            try buckets.add(Bytes("my.shop/spring/\(name)"), Self.picture)
        }
        try buckets.add("my.shop/spring/prices.csv", "img,price\na.jpg,1\ndeep/b.jpg,2\n")
        try buckets.add("my.shop/summer/s.jpg", Self.picture)
        server = try BucketServer(of: buckets.path)
        folder = try TemporaryFolder()
    }

    private func run(_ arguments: [Bytes], with changes: [String: String] = [:]) throws -> Outcome {
        let nothing = ["HOME": folder.path, "AWS_EC2_METADATA_DISABLED": "true"]
        return try Program.weir.run(arguments, environment: nothing.merging(server.environment) { $1 }.merging(changes) { $1 }, in: folder)
    }

    @Test func oneByOne() throws {
        let outcome = try run(["probe", "--format=jsonl"] + Self.odd.map { Bytes("s3://my.shop/spring/\($0)") })
        #expect(outcome.status == .exited(0), "\(outcome.messages)")
        let pictures = try outcome.pictures
        #expect(pictures.map(\.result) == Self.odd.map { _ in "30x20" })
        #expect(pictures.map(\.path) == Self.odd.map { "s3://my.shop/spring/\($0)" })
    }

    /// Hidden names and those of Windows are skipped, as in folders of files.
    @Test func listed() throws {
        let outcome = try run(["probe", "-r", "--format=jsonl", "s3://my.shop/spring/", "--glob=!prices.csv"])
        #expect(outcome.status == .exited(0), "\(outcome.messages)")
        let names = (["a.jpg", "deep/b.jpg"] + Self.odd).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        #expect(try outcome.pictures.map(\.path) == names.map { "s3://my.shop/spring/\($0)" })
        #expect(try run(["probe", "-r", "--format=jsonl", "s3://my.shop"]).pictures.count == names.count + 2)
        #expect(try run(["probe", "-r", "s3://my.shop/winter/"]).text == "")
    }

    @Test func folderAsCatalogue() throws {
        let outcome = try run(["ingest", "s3://my.shop/spring/", "-o", "m.json", "--glob=a.jpg", "--glob=b.jpg"])
        #expect(outcome.status == .exited(0), "\(outcome.messages)")
        #expect(folder.text(of: "m.json") == manifest(entry(30, 20, "a.jpg"), entry(30, 20, "deep/b.jpg", "2")))
        _ = try run(["ingest", "s3://my.shop/spring/", "-o", "u.json", "--glob=*size*", "--glob=*ü*", "--base-url=https://cdn.example/p"])
        #expect(folder.text(of: "u.json") == manifest(entry(30, 20, "https://cdn.example/p/gr%C3%B6%C3%9Fe/%C3%BC.jpg", "")))
    }

    /// A second run asks with the conditions of the first, and a mirror keeps the bytes.
    @Test func rowsOfACatalogue() throws {
        try folder.addCatalogue(["s3://my.shop/spring/a.jpg", "s3://my.shop/spring/gone.jpg"])
        let arguments: [Bytes] = ["ingest", "c.csv", "-o", "m.json", "--mirror=bytes", "--max-failures=1"]
        #expect(try run(arguments).status == .exited(0))
        let second = try run(arguments)
        #expect(second.messages.contains("1 unchanged on their servers"), "\(second.messages)")
        let size = entry(30, 20, "s3://my.shop/spring/a.jpg")
        let placeholder = entry(300, 300, "s3://my.shop/spring/gone.jpg")
        #expect(folder.text(of: "m.json") == manifest(size, placeholder))
        #expect(second.messages.contains("s3://my.shop/spring/gone.jpg: http-status: the server answered 404"))
        let checked = try run(["check", "m.json", "--images", "--rule=picture-exists", "--format=sarif"])
        #expect(checked.text.contains("s3://my.shop/spring/gone.jpg") && !checked.text.contains("spring/a.jpg"))
    }

    @Test func unsigned() throws {
        let outcome = try run(["probe", "s3://my.shop/spring/a.jpg"], with: ["AWS_NO_SIGN_REQUEST": "yes"])
        let message = "http-status: the server answered 403; the keys may lack the right to read this"
        #expect(outcome.text.hasPrefix("s3://my.shop/spring/a.jpg: error: \(message)"), "\(outcome.text)")
    }

    @Test(arguments: ["s3://my.shop/", "s3://my.shop"])
    func bucketAlone(url: String) throws {
        let outcome = try run(["probe", Bytes(url)])
        #expect(outcome.text == "\(url): error: bad-url: the URL names a bucket and no picture in it\n", "\(outcome.text)")
    }

    /// The second run asks for the object that was replaced, and for no other.
    @Test func listingsThatProve() throws {
        let buckets = try TemporaryFolder()
        for name: Bytes in ["my.shop", "my.shop/spring"] { try buckets.addFolder(name) }
        for name: Bytes in ["my.shop/spring/a.jpg", "my.shop/spring/b.jpg"] { try buckets.add(name, Self.picture) }
        let server = try BucketServer(of: buckets.path, isOpen: true)
        func requests() throws -> Int {
            let outcome = try run(["ingest", "s3://my.shop/spring/", "-o", "m.json", "--report=r.json"], with: server.environment)
            #expect(outcome.status == .exited(0), "\(outcome.messages)")
            let report = try #require(try json(folder.content(of: "r.json")) as? [String: Any])
            return (report["hosts"] as? [[String: Any]] ?? []).reduce(0) { $0 + ($1["requests"] as? Int ?? 0) }
        }
        #expect(try requests() == 2)
        let first = folder.text(of: "m.json")
        #expect(try requests() == 0)
        #expect(folder.text(of: "m.json") == first)
        try folder.add("new.jpg", .jpeg(width: 31, height: 20))
        #expect(
            try curl(
                server.url + "/my.shop/spring/a.jpg", "-T", folder.path + "/new.jpg", "--aws-sigv4", "aws:amz:eu-central-1:s3", "-u",
                "\(server.key):\(server.secret)"
            ).status == 200)
        #expect(try requests() == 1)
        #expect(
            folder.text(of: "m.json")
                == first?.replacing("\"w\":30,\"h\":20,\"img\":\"a.jpg\"", with: "\"w\":31,\"h\":20,\"img\":\"a.jpg\""))
        #expect(try requests() == 0)
    }

    /// An inventory, in a folder and in a bucket, is the listing of its bucket: after a night with that, no object is requested.
    @Test func inventories() throws {
        let buckets = try TemporaryFolder()
        let lists: Bytes = "lists/nightly/my.shop/all"
        for name: Bytes in [
            "my.shop", "my.shop/ü", "lists", "lists/nightly", "lists/nightly/my.shop", lists, lists + "/data", lists + "/2026",
        ] {
            try buckets.addFolder(name)
        }
        let names = ["a b.jpg", "old.jpg", "ü/c+d.jpg"]
        for name in names { try buckets.add(Bytes("my.shop/\(name)"), Self.picture) }
        try buckets.add("my.shop/prices.csv", "img,price\na b.jpg,5\n")
        let sum = try #require(Program.named("md5sum")).run([Bytes(buckets.path + "/my.shop/old.jpg")]).text.prefix(32)
        func row(_ key: String, _ rest: String = "true\",\"false") -> String {
            "\"my.shop\",\"\(key)\",\"\(rest)\",\"\(Self.picture.all.count)\",\"\(sum)\"\n"
        }
        let gone = row("gone.jpg", "true\",\"true") + row("a+b.jpg", "false\",\"false")
        try buckets.add(lists + "/data/1.csv", Bytes(row("a+b.jpg") + gone + row("old.jpg") + row("prices.csv")))
        try buckets.add(lists + "/data/2.csv", Bytes(row("%C3%BC/c%2Bd.jpg")))
        let gzip = try #require(Program.named("gzip"))
        #expect(try gzip.run([Bytes(buckets.path + "/") + lists + "/data/1.csv"]).status == .exited(0))
        func manifest(_ format: String) -> Bytes {
            let files = ["1.csv.gz", "2.csv"].map { "{\"key\":\"nightly/my.shop/all/data/\($0)\"}" }.joined(separator: ",")
            return Bytes(
                "{\"sourceBucket\":\"my.shop\",\"fileFormat\":\"\(format)\",\"files\":[\(files)],"
                    + "\"fileSchema\":\"Bucket, Key, IsLatest, IsDeleteMarker, Size, ETag\"}")
        }
        try buckets.add(lists + "/2026/manifest.json", manifest("CSV"))
        let server = try BucketServer(of: buckets.path, isOpen: true)
        func requests(_ catalogue: Bytes) throws -> Int {
            let outcome = try run(["ingest", catalogue, "-o", "m.json", "--report=r.json"], with: server.environment)
            #expect(outcome.status == .exited(0), "\(outcome.messages)")
            let report = try #require(try json(folder.content(of: "r.json")) as? [String: Any])
            return (report["hosts"] as? [[String: Any]] ?? []).reduce(0) { $0 + ($1["requests"] as? Int ?? 0) }
        }
        #expect(try requests("s3://my.shop/") == 3)
        let first = try #require(folder.text(of: "m.json"))
        #expect(first.contains("\"img\":\"a b.jpg\",\"price\":\"5\""))
        let local = Bytes(buckets.path + "/") + lists + "/2026/manifest.json"
        for catalogue in [local, "s3://" + lists + "/2026/manifest.json"] {
            #expect(try requests(catalogue) == 0)
            #expect(folder.text(of: "m.json") == first)
        }
        for format in ["ORC", "Parquet"] {
            try buckets.add(lists + "/2026/manifest.json", manifest(format))
            let refused = try run(["ingest", local, "-o", "m.json"], with: server.environment)
            #expect(refused.messages.contains("the inventory is in \(format); choose CSV as its format in the inventory's configuration"))
            #expect(refused.status == .exited(2))
        }
    }
}
