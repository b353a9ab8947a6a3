// docs/fetching.md: a catalogue that is sorted by host takes no longer than another one.
import Foundation
import TestSupport
import Testing

@Suite struct IngestRowOrderTests {
    /// A host answers only when all hosts have been asked. Each has more than a megabyte of the catalogue.
    @Test func allHostsAtOnce() throws {
        let folder = try TemporaryFolder()
        let servers = try (1...10).map { try ScriptedServer(otherwise: [Exchange(.hold, .body(.picture))], address: "127.0.0.\($0)") }
        let rowsOfAHost = 1200
        let text = String(repeating: "x", count: 1000)
        let rows = servers.flatMap { server in (0..<rowsOfAHost).map { "\(server.url("/\($0 / 30).jpg")),1,\(text)" } }
        try folder.add("c.csv", Bytes((["img,price,text"] + rows).joined(separator: "\n") + "\n"))
        let run = try Program.weir.start(
            ["ingest", "c.csv", "-o", "m.json", "--journal=none", "--report=r.json"] + FetchCase.limits, in: folder)
        for server in servers { try server.waitForRequests(1) }
        for server in servers { server.release() }
        #expect(try run.finish().status == .exited(0))
        let report = try #require(try json(folder.content(of: "r.json")) as? [String: Any])
        #expect(report["ok"] as? Int == servers.count * rowsOfAHost)
    }

    /// The first host holds its pictures, which more rows name than wait for their turn. The other host is asked all the same, each
    /// picture is asked for once, and the rows keep their order; with a journal, also when it knows all of them.
    @Test(arguments: [["--journal=none"], ["--journal=j", "--max-age=0s"]] as [[Bytes]])
    func aHostBehindManyRows(_ journal: [Bytes]) throws {
        let folder = try TemporaryFolder()
        let slow = try ScriptedServer(otherwise: [Exchange(.hold, .body(.picture))], address: "127.0.0.1")
        let other = try ScriptedServer(
            ["/gone.jpg": [Exchange(.status(404))]], otherwise: [Exchange(.body(.picture))], address: "127.0.0.2")
        let (pictures, others) = (50, 20)
        let rows =
            (0..<20_000).map { slow.url("/\($0 % pictures).jpg") } + (0..<others).map { other.url("/\($0).jpg") }
            + [other.url("/gone.jpg"), other.url("/0.jpg"), slow.url("/0.jpg")]
        try folder.add("c.csv", Bytes("img,price\n" + rows.enumerated().map { "\($1),\($0)\n" }.joined()))
        for night in 1...(journal.count) {
            let options = journal + ["--report=r.json", "--on-failure=omit"]
            let run = try Program.weir.start(["ingest", "c.csv", "-o", "m.json"] + options + FetchCase.limits, in: folder)
            // The picture that is gone is asked for in the first night only.
            try other.waitForRequests(night * others + 1)
            slow.release()
            #expect(try run.finish().status == .exited(0))
            let report = try #require(try json(folder.content(of: "r.json")) as? [String: Any])
            #expect(report["ok"] as? Int == rows.count - 1)
            let failure = try #require((report["failures"] as? [[String: Any]])?.first)
            #expect(failure["row"] as? Int == rows.count - 2 && failure["code"] as? String == "http-status")
            let entries = try #require(try json(folder.content(of: "m.json")) as? [[String: Any]])
            #expect(entries.map { $0["price"] as? String } == rows.indices.filter { $0 != rows.count - 3 }.map { "\($0)" })
            #expect(slow.requests.count == night * pictures && other.requests.count == night * others + 1)
        }
    }

    /// A catalogue that replaces the one that is read names pictures of which this run knows nothing.
    @Test func anotherCatalogue() throws {
        let folder = try TemporaryFolder()
        let slow = try ScriptedServer(otherwise: [Exchange(.hold, .body(.picture))], address: "127.0.0.1")
        let other = try ScriptedServer(otherwise: [Exchange(.body(.picture))], address: "127.0.0.2")
        let foreign = try ScriptedServer(otherwise: [Exchange(.body(.picture))], address: "127.0.0.3")
        // More than a host may have on order ahead, so that the catalogue is looked at again.
        let pictures = 6_000
        let rows = (0..<9_000).map { _ in slow.url("/0.jpg") } + (0..<pictures).map { other.url("/\($0).jpg") }
        func catalogue(_ rows: [String]) -> Bytes { Bytes("img,price\n" + rows.map { "\($0),1\n" }.joined()) }
        try folder.add("c.csv", catalogue(rows))
        try folder.add("new.csv", catalogue((0..<9_000).map { foreign.url("/\($0).jpg") }))
        let run = try Program.weir.start(
            ["ingest", "c.csv", "-o", "m.json", "--journal=none", "--report=r.json"] + FetchCase.limits, in: folder)
        try other.waitForRequests(1)
        try FileManager.default.removeItem(atPath: folder.path + "/c.csv")
        try FileManager.default.moveItem(atPath: folder.path + "/new.csv", toPath: folder.path + "/c.csv")
        try other.waitForRequests(2_000)
        slow.release()
        #expect(try run.finish().status == .exited(0))
        let report = try #require(try json(folder.content(of: "r.json")) as? [String: Any])
        #expect(report["ok"] as? Int == rows.count && report["requests"] as? Int == pictures + 1)
        #expect(foreign.requests.isEmpty && other.requests.count == pictures)
    }
}
