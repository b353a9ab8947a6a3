// docs/buckets.md: what an S3 Inventory may be, and what is refused.
import TestSupport
import Testing

@Suite struct InventoryTests {
    private let folder: TemporaryFolder
    private let server: ScriptedServer

    init() throws {
        folder = try TemporaryFolder()
        server = try ScriptedServer(["/shop/prices.csv": [Exchange(.status(403))]], otherwise: [Exchange(.range(of: .picture))])
    }

    /// A run with the inventory of these keys.
    private func run(_ keys: String..., schema: String = "Key, ETag, Size") throws -> Outcome {
        try folder.add("1.csv", Bytes(keys.map { "\"\($0)\",\"e\",\"1\"\n" }.joined()))
        try folder.add(
            "manifest.json",
            Bytes("{\"sourceBucket\":\"shop\",\"fileFormat\":\"CSV\",\"fileSchema\":\"\(schema)\",\"files\":[{\"key\":\"x/1.csv\"}]}"))
        let environment = ["AWS_NO_SIGN_REQUEST": "yes", "AWS_ENDPOINT_URL": server.url(""), "HOME": folder.path]
        return try Program.weir.run(
            ["ingest", "manifest.json", "-o", "m.json"] + FetchCase.limits, environment: environment, in: folder)
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

    @Test func refusals() throws {
        let name = try run("a.jpg", "b%00.jpg")
        #expect(name.status == .exited(2) && name.messages.contains("s3://shop/b<U+0000>.jpg: a name with a NUL"), "\(name.messages)")
        let schema = try run("a.jpg", schema: "Bucket, ETag, Size")
        #expect(schema.status == .exited(2))
        #expect(schema.messages.contains("manifest.json: the fileSchema has no Key: Bucket, ETag, Size"), "\(schema.messages)")
    }
}
