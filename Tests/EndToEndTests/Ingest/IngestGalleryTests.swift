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

    /// The member of further pictures, each named like `4x10 b.jpg`, perhaps with more members behind a space.
    private static func images(_ pictures: String...) -> String {
        let objects = pictures.map { picture in
            let parts = picture.split(separator: " ", maxSplits: 2)
            let sides = parts[0].split(separator: "x")
            return "{\"w\":\(sides[0]),\"h\":\(sides[1]),\"img\":\"\(parts[1])\"\(parts.count > 2 ? "," + parts[2] : "")}"
        }
        return ",\"images\":[\(objects.joined(separator: ","))]"
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
                    entry(30, 10, "a.jpg", "1", #","id":"1""# + Self.images("4x10 b.jpg", "6x10 c.jpg")),
                    entry(7, 10, "a,{\"\\ é.jpg", "2", #","id":"2""# + Self.images("4x10 b.jpg"))))
    }

    private static let lost = "img,price\na.jpg|x.jpg|b.jpg,1\nx.jpg|a.jpg,2\nb.jpg,3\n"
    private static let ok = #""status":"ok""#, failed = #""status":"placeholder""#

    /// A row counts by the worst of its pictures, and each failure is named.
    @Test(
        arguments: [
            (
                [], "3 rows: 1 with its true size, 2 with a placeholder",
                manifest(
                    entry(30, 10, "a.jpg", "1", ",\(ok)" + images("9x9 x.jpg \(failed)", "4x10 b.jpg \(ok)")),
                    entry(9, 9, "x.jpg", "2", ",\(failed)" + images("30x10 a.jpg \(ok)")), entry(4, 10, "b.jpg", "3", ",\(ok)"))
            )
        ] as [([Bytes], String, String)])
    func failures(options: [Bytes], counts: String, expected: String) throws {
        try folder.add("c.csv", Bytes(Self.lost))
        let outcome = try Program.weir.run(
            [
                "ingest", "c.csv", "-o", "m.json", "--img-separator=|", "--with=status", "--placeholder=9x9", "--max-failures=100%",
                "--report=r.json",
            ]
                + options, in: folder)
        #expect(outcome.messages.contains("wrote m.json; " + counts), "\(outcome.messages)")
        #expect(folder.text(of: "m.json") == expected)
        let report = try #require(try json(folder.content(of: "r.json")) as? [String: Any])
        let failures = try #require(report["failures"] as? [[String: Any]])
        #expect(failures.map { $0["row"] as? Int } == [1, 2])
        #expect(failures.map { $0["img"] as? String } == ["x.jpg", "x.jpg"])
        // The gate counts rows.
        let gated = try Program.weir.run(
            ["ingest", "c.csv", "-o", "n.json", "--img-separator=|", "--max-failures=1"] + options, in: folder)
        #expect(gated.messages.contains("2 rows without a true size are more than --max-failures 1 allows"), "\(gated.messages)")
        #expect(gated.status == .exited(1))
    }
}
