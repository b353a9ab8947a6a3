// docs/catalogues.md: several pictures of a row are one entry, or with --each-image an entry for each.
import TestSupport
import Testing

@Suite struct IngestGalleryTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        for (name, side) in [("a.jpg", 30), ("b.jpg", 4), ("c.jpg", 6)] {
            try folder.add(Bytes(name), .jpeg(width: UInt16(side), height: 10))
        }
    }

    @Test(.needs(.postgres), arguments: ["text", "csv"]) func arraysOfPostgreSQL(format: String) throws {
        try folder.add("a,{\"\\ é.jpg", .jpeg(width: 7, height: 10))
        try folder.add(
            "export.sql",
            Bytes(
                #"""
                CREATE TABLE products (id int, img text[], price text);
                INSERT INTO products VALUES (1, ARRAY['a.jpg', 'b.jpg', NULL, 'c.jpg'], '1'), (2, ARRAY['a,{"\ é.jpg', 'b.jpg'], '2'), (3, '{}', '3');
                \copy (SELECT * FROM products ORDER BY id) TO 'c.copy' WITH (FORMAT \#(format), HEADER)

                """#))
        let server = try PostgresServer()
        defer { server.stop() }
        let exported = try #require(Program.named("psql")).run(
            ["-XqAt", "-h", Bytes(server.folder.path), "-U", "postgres", "-v", "ON_ERROR_STOP=1", "-f", "export.sql"], in: folder)
        #expect(exported.status == .exited(0), "\(exported.messages)")
        let outcome = try ingest(
            "--from", format == "csv" ? "csv" : "copy", "c.copy", "-o", "m.json", "--keep=id", "--max-failures=1", in: folder)
        #expect(outcome.messages.contains("row 3"), "\(outcome.messages)")
        #expect(
            folder.text(of: "m.json")
                == manifest(
                    entry(30, 10, "a.jpg", "1", ##","id":"1","images":[{"w":4,"h":10,"img":"b.jpg"},{"w":6,"h":10,"img":"c.jpg"}]"##),
                    entry(7, 10, "a,{\"\\ é.jpg", "2", ##","id":"2","images":[{"w":4,"h":10,"img":"b.jpg"}]"##)))
    }

    /// A row counts by the worst of its pictures, and each failure is named.
    @Test func failures() throws {
        try folder.add("c.csv", "img,price\na.jpg|x.jpg|b.jpg,1\nx.jpg|a.jpg,2\nb.jpg,3\n")
        let options: [Bytes] = ["ingest", "c.csv", "--img-separator=|"]
        let outcome = try Program.weir.run(options + ["-o", "m.json", "--max-failures=100%", "--report=r.json"], in: folder)
        #expect(outcome.messages.contains("wrote m.json; 3 rows: 1 with its true size, 2 with a placeholder"), "\(outcome.messages)")
        let report = try #require(try json(folder.content(of: "r.json")) as? [String: Any])
        let failures = try #require(report["failures"] as? [[String: Any]])
        #expect(failures.map { $0["row"] as? Int } == [1, 2])
        #expect(failures.map { $0["img"] as? String } == ["x.jpg", "x.jpg"])
        // The gate counts rows.
        let gated = try Program.weir.run(options + ["-o", "n.json", "--max-failures=1"], in: folder)
        #expect(gated.messages.contains("2 rows without a true size are more than --max-failures 1 allows"), "\(gated.messages)")
        #expect(gated.status == .exited(1))
    }
}
