// docs/buckets.md: what an S3 Inventory may be, and what is refused.
import TestSupport
import Testing

@Suite struct InventoryTests {
    private let folder: TemporaryFolder
    private let server: ScriptedServer

    init() throws {
        folder = try TemporaryFolder()
        server = try ScriptedServer(
            ["/shop/prices.csv": [Exchange(.status(403))]], otherwise: [Exchange(.range(of: .picture, tag: "\"e\""))])
    }

    /// A run with the inventory of these keys, whose pictures have this tag.
    private func run(
        _ keys: String..., tag: String = "e", of picture: Bytes = .picture, schema: String = "Key, ETag, Size",
        files: String = #"{"key":"x/1.csv"}"#, catalogue: Bytes = "manifest.json"
    ) throws -> Outcome {
        try folder.add("1.csv", Bytes(keys.map { "\"\($0)\",\"\(tag)\",\"\(picture.count)\"\n" }.joined()))
        try folder.add(
            "manifest.json",
            Bytes("{\"sourceBucket\":\"shop\",\"fileFormat\":\"CSV\",\"fileSchema\":\"\(schema)\",\"files\":[\(files)]}"))
        let environment = ["AWS_NO_SIGN_REQUEST": "yes", "AWS_ENDPOINT_URL": server.url(""), "HOME": folder.path]
        return try Program.weir.run(
            ["ingest", catalogue, "-o", "m.json"] + FetchCase.limits, environment: environment, in: folder)
    }

    /// A store that may not be listed answers 403 for prices that nobody has uploaded.
    @Test func pricesThatAreMissing() throws {
        for count in [2, 2] {
            let outcome = try run("a.jpg", "b.jpg")
            #expect(outcome.status == .exited(0), "\(outcome.messages)")
            #expect(folder.text(of: "m.json") == manifest(entry(30, 20, "a.jpg", ""), entry(30, 20, "b.jpg", "")))
            #expect(server.requests.count { $0.path != "/shop/prices.csv" } == count)
        }
    }

    /// Prices that cannot be read are not gone.
    @Test(arguments: ["InvalidAccessKeyId", "ExpiredToken", "AccessDenied"]) func pricesThatAreRefused(code: String) throws {
        server.set("/shop/prices.csv", Exchange(.body("img,price\na.jpg,5\n")))
        #expect(try run("a.jpg", "prices.csv").status == .exited(0))
        let first = folder.text(of: "m.json")
        #expect(first == manifest(entry(30, 20, "a.jpg", "5")))
        let body = Bytes("<Error><Code>\(code)</Code></Error>")
        server.set("/shop/prices.csv", Exchange(.status(403), .headers("Content-Length: \(body.count)"), .body(body)))
        let refused = try run("a.jpg", "prices.csv")
        #expect(refused.status == .exited(2) && refused.messages.contains("s3://shop/prices.csv"), "\(refused.messages)")
        #expect(folder.text(of: "m.json") == first)
    }

    /// An inventory is older than its bucket. An object that has replaced the listed one proves nothing of that, which may come back.
    @Test func objectsThatComeBack() throws {
        let other = Bytes.jpeg(width: 44, height: 33)
        var requests: [Int] = []
        /// A run in which the bucket has one picture, whichever is listed.
        func run(has isOther: Bool, lists isOtherListed: Bool) throws -> String? {
            server.set("/shop/a.jpg", Exchange(.range(of: isOther ? other : .picture, tag: isOther ? "\"f\"" : "\"e\"")))
            _ = try self.run("a.jpg", tag: isOtherListed ? "f" : "e", of: isOtherListed ? other : .picture)
            requests.append(server.requests(of: "/shop/a.jpg").count)
            return folder.text(of: "m.json")
        }
        let (first, second) = (manifest(entry(30, 20, "a.jpg", "")), manifest(entry(44, 33, "a.jpg", "")))
        #expect(try run(has: true, lists: false) == second)
        #expect(try run(has: false, lists: false) == first)
        #expect(try run(has: false, lists: false) == first)
        #expect(requests == [1, 2, 2])
        // The listed object is there again when it is asked for, and then it is gone.
        #expect(try run(has: false, lists: true) == first)
        #expect(try run(has: true, lists: true) == second)
        #expect(requests == [1, 2, 2, 3, 4])
    }

    /// An object that has not changed since it was a row of a catalogue may not be the listed one.
    @Test func objectsThatAreUnchanged() throws {
        let other = Bytes.jpeg(width: 44, height: 33)
        try folder.add("c.csv", "img,price\ns3://shop/a.jpg,1\n")
        _ = try run(catalogue: "c.csv")
        try folder.add("m.json", "[]")
        _ = try run("a.jpg", tag: "f", of: other)
        #expect(server.requests(of: "/shop/a.jpg").last?["If-None-Match"] == "\"e\"")
        server.set("/shop/a.jpg", Exchange(.range(of: other, tag: "\"f\"")))
        _ = try run("a.jpg", tag: "f", of: other)
        #expect(folder.text(of: "m.json") == manifest(entry(44, 33, "a.jpg", "")))
    }

    /// Objects without a tag are asked for in each run.
    @Test func emptyTags() throws {
        for tag in ["", "\"\"\"\""] {
            let before = server.requests(of: "/shop/a.jpg").count
            for _ in 1...2 { #expect(try run("a.jpg", tag: tag).status == .exited(0)) }
            #expect(server.requests(of: "/shop/a.jpg").count == before + 2)
        }
    }

    @Test func refusals() throws {
        let file = try run("a.jpg", files: #"{"key":"x/1.csv"},{"Key":"x/2.csv"}"#)
        #expect(file.status == .exited(2) && file.messages.contains("manifest.json: one of its files has no key"), "\(file.messages)")
        server.set("/lists/copy/all/d/manifest.json", Exchange(.body(Bytes(try #require(folder.text(of: "manifest.json"))))))
        let copy = try run("a.jpg", catalogue: "s3://lists/copy/all/d/manifest.json")
        #expect(copy.status == .exited(2))
        #expect(
            copy.messages.contains("lists s3://shop/; the path of its manifest.json ends in shop/CONFIGURATION/DATE/manifest.json"),
            "\(copy.messages)")
        let name = try run("a.jpg", "b%00.jpg")
        #expect(name.status == .exited(2) && name.messages.contains("s3://shop/b<U+0000>.jpg: a name with a NUL"), "\(name.messages)")
        let schema = try run("a.jpg", schema: "Bucket, ETag, Size")
        #expect(schema.status == .exited(2))
        #expect(schema.messages.contains("manifest.json: the fileSchema has no Key: Bucket, ETag, Size"), "\(schema.messages)")
    }
}
