// docs/fetching.md: each picture is fetched once, over few connections, at the given rate.
import Foundation
import TestSupport
import Testing

@Suite struct FetchPolitenessTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func ingest(_ urls: [String], _ options: Bytes...) throws -> Outcome {
        try folder.addCatalogue(urls)
        return try Program.weir.run(["ingest", "c.csv", "-o", "m.json", "--report=r.json"] + FetchCase.limits + options, in: folder)
    }

    private func report() throws -> [String: Any] { try #require(try json(folder.content(of: "r.json")) as? [String: Any]) }

    @Test func onePictureOfManyRows() throws {
        let server = try ScriptedServer(["/a.jpg": [Exchange(.body(.picture))]])
        let urls = (0..<1000).map { server.url($0 % 2 == 0 ? "/a.jpg" : "/gone.jpg") }
        let outcome = try ingest(urls, "--max-failures=500")
        #expect(outcome.status == .exited(0))
        #expect(folder.text(of: "m.json") == manifest(of: urls.map { $0.hasSuffix("a.jpg") ? entry(30, 20, $0) : entry(300, 300, $0) }))
        #expect(server.requests.map(\.path).sorted() == ["/a.jpg", "/gone.jpg"])
        #expect(try report()["requests"] as? Int == 2)
        #expect(try report()["pictures"] as? Int == 2)
        #expect((try report()["failures"] as? [[String: Any]])?.allSatisfy { $0["attempts"] as? Int == 1 } == true)
    }

    /// The counts in the report equal those of the server.
    @Test(arguments: [8, 3, 1]) func connections(perHost: Int) throws {
        let server = try ScriptedServer(otherwise: [Exchange(.range(of: .picture + Bytes(zeros: 50_000), tag: "\"v1\""))])
        let outcome = try ingest((0..<300).map { server.url("/\($0).jpg") }, "--per-host=\(perHost)")
        #expect(outcome.status == .exited(0), "\(outcome.messages)")
        server.stop()
        #expect(server.requests.count == 300)
        #expect(server.connections.mostAtOnce <= perHost)
        #expect(server.connections.opened <= perHost)
        #expect(try report()["requests"] as? Int == 300)
        #expect(try report()["connections"] as? Int == server.connections.opened)
        #expect(try report()["bytesReceived"] as? Int == server.requests.reduce(0) { $0 + $1.bytesSent })
        #expect(try #require(report()["bytesSaved"] as? Int) > 300 * 30_000)
    }

    /// Connections are kept while their hosts wait for their turn.
    @Test func connectionsOfManyHosts() throws {
        let servers = try (1...16).map { try ScriptedServer(otherwise: [Exchange(.body(.picture))], delay: 2, address: "127.0.0.\($0)") }
        let outcome = try ingest((0..<1600).map { servers[$0 % 16].url("/\($0).jpg") }, "--per-host=8")
        #expect(outcome.status == .exited(0), "\(outcome.messages)")
        #expect(servers.allSatisfy { $0.requests.count == 100 })
        #expect(servers.allSatisfy { $0.connections.opened <= 8 }, "\(servers.map { $0.connections.opened })")
    }

    /// If the rest of a body is short, the rest is read and the connection is reused. If it is long, the connection is
    /// closed.
    @Test(arguments: [(20_000, 1), (10_000_000, 20)])
    func connectionsOfBodiesThatAreLeft(rest: Int, connections: Int) throws {
        let server = try ScriptedServer(otherwise: [Exchange(.wholeIgnoringRange(.picture + Bytes(zeros: rest)))])
        let outcome = try ingest((0..<20).map { server.url("/\($0).jpg") }, "--per-host=1")
        #expect(outcome.status == .exited(0), "\(outcome.messages)")
        #expect(server.connections.opened == connections)
    }

    /// The server closes every connection, with or without an announcement.
    @Test(arguments: [
        Exchange(.header("Connection", "close"), .body(.picture)),
        Exchange(.raw("HTTP/1.1 200 OK\r\nContent-Length: \(Bytes.picture.count)\r\n\r\n" + .picture), .close),
        Exchange(.raw("HTTP/1.0 200 OK\r\n\r\n" + .picture), .close),
    ])
    func connectionsThatEnd(answer: Exchange) throws {
        let server = try ScriptedServer(otherwise: [answer])
        let outcome = try ingest((0..<50).map { server.url("/\($0).jpg") }, "--retries=3", "--per-host=8")
        #expect(outcome.status == .exited(0), "\(outcome.messages)")
        #expect(server.requests.count == 50)
        #expect(server.connections.mostAtOnce <= 8)
    }

    /// 20 requests at 40 a second take at least 475 ms.
    @Test func pace() throws {
        let server = try ScriptedServer(otherwise: [Exchange(.body(.picture))])
        let start = Date()
        let outcome = try ingest((0..<20).map { server.url("/\($0).jpg") }, "--rate=40")
        #expect(outcome.status == .exited(0))
        #expect(server.requests.count == 20)
        #expect(-start.timeIntervalSinceNow >= 0.475)
    }
}
