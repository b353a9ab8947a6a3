// docs/operations.md: a signal ends runs that wait for servers.
import Foundation
import TestSupport
import Testing

@Suite struct FetchSignalTests {
    private let folder: TemporaryFolder
    /// Answers the first pictures and keeps the others waiting.
    private let server: ScriptedServer
    private static let rows = 600

    init() throws {
        folder = try TemporaryFolder()
        try folder.addFolder("out")
        try folder.add("out/m.json", "[]")
        server = try ScriptedServer(["/0.jpg": [Exchange(.body(.picture))]], otherwise: [Exchange(.stall)])
        try folder.addCatalogue((0..<FetchSignalTests.rows).map { server.url("/\($0).jpg") })
    }

    private static let ingesting: [Bytes] = ["ingest", "c.csv", "-o", "out/m.json", "--report=r.json"] + FetchCase.limits

    /// Sends the signals when the run waits for as many pictures as the limit allows.
    private func signal(_ signals: Int32..., to arguments: [Bytes], by program: Program = .weir) throws -> Outcome {
        let running = try program.start(arguments, in: folder)
        try server.waitForRequests(9)
        for signal in signals { running.send(signal: signal) }
        return try running.finish()
    }

    @Test(
        arguments: [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129)] as [(Int32, Int32)],
        [[], ["--on-failure=stop"], ["--max-failures=0"]] as [[Bytes]])
    func ingest(signal: (number: Int32, status: Int32), options: [Bytes]) throws {
        let outcome = try self.signal(signal.number, to: FetchSignalTests.ingesting + options)
        #expect(outcome.status == .exited(signal.status))
        #expect(try folder.names(in: "out") == ["m.json"])
        #expect(folder.text(of: "out/m.json") == "[]")
        // With a sanitizer, the run may need more than the ten seconds that it has for its end.
        if Sanitizer.isOn { return }
        let last = try #require(outcome.messages.split(separator: "\n").last)
        #expect(last.hasPrefix("weir: out/m.json stays as it was: interrupted after "), "\(last)")
        // Eight of them were under way.
        #expect(last.contains("; 599 rows were not done; "), "\(last)")
        let report = try #require(try json(folder.content(of: "r.json")) as? [String: Any])
        #expect(report["written"] as? Bool == false)
        #expect(report["requests"] as? Int == 9)
        server.stop()
        #expect(server.requests.count == 9)
        #expect(server.requests.count { $0.ending == .clientWent } == 8)
    }

    @Test(arguments: [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129)] as [(Int32, Int32)])
    func probe(signal: (number: Int32, status: Int32)) throws {
        let urls = (0..<20).map { Bytes(server.url("/\($0).jpg")) }
        let outcome = try self.signal(signal.number, to: ["probe"] + FetchCase.limits + urls)
        #expect(outcome.status == .exited(signal.status))
        #expect(outcome.messages == "weir: interrupted\n" || Sanitizer.isOn)
    }

    /// A second signal ends the run at once.
    @Test func twice() throws {
        let outcome = try signal(SIGINT, SIGTERM, to: FetchSignalTests.ingesting)
        #expect([.exited(130), .exited(143)].contains(outcome.status), "\(outcome.status)")
        #expect(try folder.names(in: "out") == ["m.json"])
        #expect(folder.text(of: "out/m.json") == "[]")
    }

    /// Under `nohup`, a run ignores SIGHUP.
    @Test func hangUpThatIsIgnored() throws {
        let nohup = try #require(Program.named("nohup")).running(.weir, after: [])
        let running = try nohup.start(
            FetchSignalTests.ingesting + ["--timeout=8s", "--host-patience=1s", "--max-failures=100%"], in: folder)
        try server.waitForRequests(9)
        running.send(signal: SIGHUP)
        let outcome = try running.finish()
        #expect(outcome.status == .exited(0))
        #expect(outcome.messages.contains("wrote out/m.json"))
        #expect(folder.text(of: "out/m.json")?.hasPrefix("[\n" + entry(30, 20, server.url("/0.jpg"))) == true)
    }

    /// A killed run leaves nothing beside the manifest.
    @Test func killed() throws {
        let outcome = try signal(SIGKILL, to: FetchSignalTests.ingesting)
        #expect(outcome.status == .killed(SIGKILL))
        #expect(try folder.names(in: "out") == ["m.json"])
        #expect(folder.text(of: "out/m.json") == "[]")
    }

    /// A picture does not fail because its limit passed while the run was stopped. The answer comes before the run
    /// continues, or after the run has checked its limits.
    @Test(arguments: ["--timeout=8s", "--timeout=2s"] as [Bytes], [true, false])
    func stoppedForLongerThanALimit(limit: Bytes, isAnsweredBefore: Bool) throws {
        // An unknown host gets one request until it has answered.
        let server = try ScriptedServer(["/0.jpg": [Exchange(.body(.picture))]], otherwise: [Exchange(.hold, .body(.picture))])
        let urls = (0..<5).map { Bytes(server.url("/\($0).jpg")) }
        let options = ["probe", "--format=jsonl"] + FetchCase.limits + [limit]
        let running = try Program.weir.start(options + urls)
        try server.waitForRequests(urls.count)
        running.send(signal: SIGSTOP)
        if isAnsweredBefore {
            server.release()
            try server.waitForAnswers(urls.count)
        }
        // This run begins later and is not stopped, so the first run's limit has passed when this one ends.
        let other = try Program.weir.run(options + [Bytes(self.server.url("/1.jpg"))])
        #expect(other.status == .exited(1))
        running.send(signal: SIGCONT)
        if !isAnsweredBefore {
            try running.waitUntilAtRest()
            server.release()
        }
        #expect(try running.finish().pictures.map(\.result) == Array(repeating: "30x20", count: urls.count))
        #expect(server.requests.count == urls.count)
    }
}
