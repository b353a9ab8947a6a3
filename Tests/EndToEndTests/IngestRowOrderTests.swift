import Foundation
import TestSupport
import Testing

/// Catalogues whose rows are sorted by host.
@Suite struct IngestRowOrderTests {
    /// A host answers only when all hosts have been asked. Each has more than a megabyte of the catalogue.
    @Test func allHostsAtOnce() throws {
        let folder = try TemporaryFolder()
        let servers = try (1...10).map { try ScriptedServer(otherwise: [Exchange(.hold, .body(.picture))], address: "127.0.0.\($0)") }
        let rowsOfAHost = 1200
        let text = String(repeating: "x", count: 1000)
        let rows = servers.flatMap { server in (0..<rowsOfAHost).map { "\(server.url("/\($0 / 30).jpg")),1,\(text)" } }
        try folder.add("c.csv", Bytes((["img,price,text"] + rows).joined(separator: "\n") + "\n"))
        let run = try Program.weir.start(["ingest", "c.csv", "-o", "m.json", "--no-journal", "--report=r.json"] + FetchCase.limits, in: folder)
        for server in servers { try server.waitForRequests(1) }
        for server in servers { server.release() }
        #expect(try run.finish().status == .exited(0))
        let report = try #require(try json(folder.content(of: "r.json")) as? [String: Any])
        #expect(report["ok"] as? Int == servers.count * rowsOfAHost)
    }
}
