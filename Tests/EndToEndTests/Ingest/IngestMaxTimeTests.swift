// docs/operations.md: a run whose --max-time is over ends as after a signal, with the status of a gate.
import TestSupport
import Testing

@Suite struct IngestMaxTimeTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.add("a.jpg", .picture)
        try folder.add("m.json", "[]")
    }

    private static let options: [Bytes] = ["-o", "m.json", "--journal=j", "--report=r.json", "--metrics=w.prom"] + FetchCase.limits

    private func check(_ outcome: Outcome) throws {
        #expect(outcome.status == .exited(1))
        #expect(folder.text(of: "m.json") == "[]")
        let report = try #require(try json(folder.content(of: "r.json")) as? [String: Any])
        #expect(report["outcome"] as? String == "gated" && report["gate"] as? String == "max-time")
        #expect(report["gates"] as? [String] == ["max-time"] && report["status"] as? Int == 1 && report["written"] as? Bool == false)
        let message = try #require(report["message"] as? String)
        #expect(message.hasPrefix("m.json stays as it was: stopped by --max-time "), "\(message)")
        #expect(message.hasSuffix("; the same command goes on with what j knows"), "\(message)")
        #expect(outcome.messages.contains(message))
        #expect(folder.text(of: "w.prom")?.contains("weir_success{manifest=\"m.json\"} 0\n") == true)
    }

    /// The next run asks for nothing that this one has learned.
    @Test func slowServer() throws {
        let server = try ScriptedServer(["/slow.jpg": [Exchange(.stall)]], otherwise: [Exchange(.range(of: .picture))])
        try folder.addCatalogue((["good", "slow"] + (0..<300).map { "late-\($0)" }).map { server.url("/\($0).jpg") })
        let options: [Bytes] = ["ingest", "c.csv", "--per-host=1", "--max-age=1d"] + Self.options
        let run = try Program.weir.start(options + ["--max-time=8s"], in: folder)
        try server.waitForRequests(2)
        let outcome = try run.finish()
        try check(outcome)
        #expect(outcome.messages.contains("; 301 rows were not done; "), "\(outcome.messages)")
        #expect(folder.text(of: "w.prom")?.contains("weir_rows_by_result{manifest=\"m.json\",result=\"cancelled\"} 301\n") == true)
        server.set("/slow.jpg", Exchange(.range(of: .picture)))
        #expect(try Program.weir.run(options, in: folder).status == .exited(0))
        #expect(server.requests(of: "/good.jpg").count == 1)
    }

    @Test func inputThatStalls() throws {
        let run = try Program.weir.start(["ingest", "-", "--from=csv", "--max-time=1s", "--log-format=json"] + Self.options, in: folder)
        run.write("img,price\na.jpg,1\na.j")
        // The input stays open.
        let outcome = try run.waitUntilItEnds()
        try check(outcome)
        #expect(
            outcome.messages.contains(#""event":"summary","outcome":"gated","gate":"max-time","gates":["max-time"],"#),
            "\(outcome.messages)")
    }

    /// The time goes on while the program is stopped, and does not begin anew.
    @Test func stoppedAndContinued() throws {
        let shell = try #require(Program.named("bash"))
        let line = "\"$0\" \"$@\" <&0 & while kill -STOP $! && kill -CONT $!; do sleep 0.1; done 2>/dev/null; wait $!"
        let run = try shell.running(.weir, after: ["-c", Bytes(line)]).start(
            ["ingest", "-", "--from=csv", "--max-time=1s"] + Self.options, in: folder)
        run.write("img,price\na.jpg,1\na.j")
        try check(try run.waitUntilItEnds())
    }

    /// A run that ends in time is as any other.
    @Test func inTime() throws {
        try folder.addCatalogue(["a.jpg"])
        #expect(try Program.weir.run(["ingest", "c.csv", "--max-time=24h"] + Self.options, in: folder).status == .exited(0))
        #expect(folder.text(of: "m.json") == manifest(of: [entry(30, 20, "a.jpg")]))
    }
}
