// docs/fetching.md: the rows of a dead host fail after few requests, and all other rows succeed.
import Foundation
import TestSupport
import Testing

@Suite(.needs(.time)) struct DeadHostTests {
    private let folder: TemporaryFolder
    private static let hosts = 10
    private static let rowsOfEach = 100

    init() throws { folder = try TemporaryFolder() }

    /// Hosts that do not answer take one transfer each.
    @Test func transfersOfSilentHosts() throws {
        let silent = try (2...9).map { try ScriptedServer(otherwise: [Exchange(.stall)], address: "127.0.0.\($0)") }
        let living = try ScriptedServer(otherwise: [Exchange(.range(of: .picture))])
        try folder.addCatalogue((silent + [living]).flatMap { server in (0..<20).map { server.url("/\($0).jpg") } })
        let running = try Program.weir.start(
            ["ingest", "c.csv", "-o", "m.json", "-q"] + FetchCase.limits + ["--timeout=20m"], in: folder)
        try living.waitForAnswers(20)
        running.send(signal: SIGTERM)
        #expect(try running.finish().status == .exited(143))
        #expect(silent.allSatisfy { $0.requests.count <= 1 })
    }

    /// The patience for a host ends the last trial, too.
    @Test func aSilentHost() throws {
        let server = try ScriptedServer(otherwise: [Exchange(.stall)])
        try folder.addCatalogue((0..<3).map { server.url("/\($0).jpg") })
        let outcome = try Program.weir.run(
            ["ingest", "c.csv", "-o", "m.json", "--log-format=json", "--max-failures=3"] + FetchCase.limits
                + ["--timeout=20s", "--host-patience=6s"], in: folder)
        let transfers = try outcome.messages.split(separator: "\n").map { try #require(try json(Array($0.utf8)) as? [String: Any]) }
            .filter { $0["event"] as? String == "transfer" }
        #expect(
            transfers.compactMap { $0["code"] as? String ?? $0["outcome"] as? String } == ["stalled", "stalled"], "\(outcome.messages)")
        let times = transfers.compactMap { $0["milliseconds"] as? Int }
        #expect(times.count == 2 && times[0] >= 4900 && times[1] < 4000, "\(times)")
        #expect(
            outcome.messages.contains("the host failed 2 times in 7 s: the transfer stopped moving")
                || outcome.messages.contains("the host failed 2 times in 6 s: the transfer stopped moving"), "\(outcome.messages)")
    }

    /// `answer` is nil for a host that refuses every connection.
    @Test(
        arguments: [
            ("never answers", Exchange(.stall), ["stalled", "host-suspended"]),
            ("resets", Exchange(.reset), ["connect", "host-suspended"]),
            ("closes", Exchange(.close), ["connect", "host-suspended"]), ("refuses", nil, ["connect", "host-suspended"]),
            ("errs", Exchange(.status(500)), ["http-status", "host-suspended"]),
            (
                "is no host of HTTP", Exchange(.raw("220 mail.invalid ESMTP\r\n"), .close), ["http-status", "host-suspended"]
            ),
        ] as [(String, Exchange?, Set<String>)])
    func oneOfTen(title: String, answer: Exchange?, codes: Set<String>) throws {
        let living = try (2...DeadHostTests.hosts).map {
            try ScriptedServer(otherwise: [Exchange(.range(of: .picture, tag: "\"v1\""))], address: "127.0.0.\($0)")
        }
        let dead = try ScriptedServer(otherwise: [answer ?? Exchange()])
        if answer == nil { dead.stop() }
        let servers = [dead] + living
        try folder.addCatalogue(
            (0..<DeadHostTests.hosts * DeadHostTests.rowsOfEach).map { servers[$0 % DeadHostTests.hosts].url("/\($0).jpg") })
        let outcome = try Program.weir.run(
            ["ingest", "c.csv", "-o", "m.json", "--report=r.json", "-q"] + FetchCase.limits + [
                "--timeout=8s", "--host-patience=1s", "--retries=1",
            ],
            in: folder)
        #expect(outcome.status == .exited(0))
        dead.stop()
        let report = try #require(try json(folder.content(of: "r.json")) as? [String: Any])
        #expect(report["ok"] as? Int == 900)
        #expect(report["written"] as? Bool == true)
        let failures = try #require(report["failures"] as? [[String: Any]])
        #expect(failures.count == DeadHostTests.rowsOfEach)
        #expect(failures.allSatisfy { ($0["img"] as? String)?.hasPrefix(dead.url("/")) == true })
        #expect(
            Set(failures.compactMap { $0["code"] as? String }).isSubset(of: codes), "\(Set(failures.compactMap { $0["code"] as? String }))")
        #expect(living.allSatisfy { $0.requests.count == DeadHostTests.rowsOfEach })
        #expect(dead.requests.count <= 40)
    }
}
