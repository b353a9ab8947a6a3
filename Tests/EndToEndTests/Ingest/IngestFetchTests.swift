// docs/fetching.md: catalogues may have URLs and files beside one another.
import TestSupport
import Testing

@Suite struct IngestFetchTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static let faults: [(path: String, script: [Exchange], failure: String, attempts: ClosedRange<Int>)] = [
        ("/gone.jpg", [Exchange(.status(404))], "http-status: the server answered 404", 1...1),
        (
            "/page.jpg", [Exchange(.header("Content-Type", "text/html"), .body("<p>Hello"))],
            "not-an-image: the content is HTML; the server calls it text/html", 1...1
        ),
        ("/empty.jpg", [Exchange()], "empty: there are no bytes in it", 1...1),
        ("/half.jpg", [Exchange(.body(Bytes.picture.prefix(9)))], "truncated: the bytes end at 9, before the size", 1...1),
        ("/packed.jpg", [Exchange(.gzipBomb(megabytes: 1))], "content-mismatch: the server compresses what was asked for as it is", 1...1),
        ("/loop.jpg", [Exchange(.redirect(to: "/loop.jpg"))], "too-many-redirects: the server redirects more than 5 times", 6...6),
        (
            "/ftp.jpg", [Exchange(.redirect(to: "ftp://localhost/"))], "forbidden-scheme: the server redirects to neither http nor https",
            1...1
        ),
        (
            "/cut.jpg", [Exchange(.headers("Content-Length: 900"), .body("four"), .close)],
            "truncated: the transfer ended before the announced length", 2...9
        ),
        ("/busy.jpg", [Exchange(.status(503))], "http-status: the server answered 503", 2...9),
        ("/stall.jpg", [Exchange(.headers("Content-Length: 900"), .body("four"), .stall)], "stalled: the transfer stopped moving", 2...9),
    ]

    @Test func faultsAmongPictures() throws {
        try folder.add("b.jpg", .jpeg(width: 5, height: 4))
        let scripts = Dictionary(uniqueKeysWithValues: IngestFetchTests.faults.map { ($0.path, $0.script) })
        let server = try ScriptedServer(scripts, otherwise: [Exchange(.range(of: .photograph))])
        let rows = IngestFetchTests.faults.flatMap { [server.url($0.path), server.url("/good/\($0.path)"), "b.jpg"] }
        try folder.addCatalogue(rows)
        let outcome = try Program.weir.run(
            ["ingest", "c.csv", "-o", "m.json", "--report=r.json", "--with=status,bytes", "--max-failures=100%"]
                + FetchCase.limits + ["--retries=1", "--timeout=8s"],
            in: folder)
        #expect(outcome.status == .exited(0))
        let entries = rows.map { row in
            if row == "b.jpg" { return entry(5, 4, row, "1", ",\"status\":\"ok\",\"bytes\":\(Bytes.jpeg(width: 5, height: 4).count)") }
            if row.contains("/good/") { return entry(40, 30, row, "1", ",\"status\":\"ok\",\"bytes\":\(Bytes.photograph.count)") }
            return entry(300, 300, row, "1", ",\"status\":\"placeholder\"")
        }
        #expect(folder.text(of: "m.json") == manifest(of: entries))
        let report = try #require(try json(folder.content(of: "r.json")) as? [String: Any])
        let failures = try #require(report["failures"] as? [[String: Any]])
        #expect(failures.map { "\($0["code"] ?? ""): \($0["message"] ?? "")" } == IngestFetchTests.faults.map(\.failure))
        for (failure, fault) in zip(failures, IngestFetchTests.faults) {
            #expect(fault.attempts.contains(failure["attempts"] as? Int ?? 0), "\(fault.path): \(failure)")
        }
        #expect(failures.compactMap { $0["row"] as? Int } == IngestFetchTests.faults.indices.map { 3 * $0 + 1 })
        #expect(report["ok"] as? Int == 20)
        server.stop()
        #expect(report["requests"] as? Int == server.requests.count)
        #expect(report["connections"] as? Int == server.connections.opened)
    }
}
