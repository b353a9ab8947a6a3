// docs/operations.md: messages, report and manifest of a run that is stopped before its end.
import Foundation
import TestSupport
import Testing

@Suite struct IngestStoppedTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.add("a.jpg", .jpeg(width: 30, height: 20))
    }

    private func report() throws -> [String: Any] { try #require(try json(folder.content(of: "r.json")) as? [String: Any]) }

    /// The rows that were not done are counted and not named. The next run goes on.
    @Test func interrupted() throws {
        let server = try ScriptedServer(
            ["/gone.jpg": [Exchange(.status(404))], "/slow.jpg": [Exchange(.stall)]], otherwise: [Exchange(.range(of: .picture))])
        let names = ["good-1", "gone", "good-2", "slow"] + (0..<300).map { "late-\($0)" }
        try folder.addCatalogue(names.map { server.url("/\($0).jpg") })
        let options: [Bytes] =
            ["ingest", "c.csv", "-o", "m.json", "--report=r.json", "--per-host=1", "--max-failures=100%"] + FetchCase.limits
        let run = try Program.weir.start(options, in: folder)
        try server.waitForRequests(4)
        run.send(signal: SIGINT)
        let outcome = try run.finish()
        #expect(outcome.status == .exited(130))
        if Sanitizer.isOn { return }
        let lines = outcome.messages.split(separator: "\n")
        #expect(lines.count == 2 && lines[0].contains("/gone.jpg: http-status: the server answered 404"), "\(outcome.messages)")
        #expect(
            lines[1].hasPrefix("weir: m.json was not written: interrupted after 3 rows: 2 with their true size, 1 with a placeholder; "),
            "\(lines[1])")
        #expect(
            lines[1].hasSuffix(
                "; 301 rows were not done; the same command goes on with what .weir-journal knows"))
        let counts = try report()
        #expect(counts["newFailedPictures"] as? Int == 1)
        #expect(counts["cancelled"] as? Int == 301 && (counts["failures"] as? [Any])?.count == 1)
        server.set("/slow.jpg", Exchange(.range(of: .picture)))
        #expect(try Program.weir.run(options, in: folder).status == .exited(0))
        #expect(try report()["ok"] as? Int == 303)
    }

    /// Standard output is closed by its reader, full, or closed from the beginning.
    @Test(arguments: [
        ("| head -c 1 >/dev/null", "the reader of standard output has gone before the manifest was whole"),
        (">/dev/full", "standard output cannot be written: no space left on device"),
        (">&-", "standard output cannot be written: it is closed"),
    ])
    func outputThatFails(redirection: String, reason: String) throws {
        try folder.addCatalogue([String](repeating: "a.jpg", count: 30_000) + ["gone.jpg"])
        let shell = try #require(Program.named("bash"))
        let line = "set -o pipefail; \"$0\" ingest c.csv -o - --journal none --report r.json --metrics w.prom \(redirection)"
        let outcome = try shell.running(.weir, after: ["-c", Bytes(line)]).run([], in: folder)
        #expect(outcome.status == .exited(3))
        let lines = outcome.messages.split(separator: "\n")
        #expect(lines.last?.hasSuffix(reason) == true, "\(outcome.messages)")
        #expect(lines.contains { $0.contains("stopped after ") })
        #expect(try report()["written"] as? Bool == false)
        #expect(try report()["rows"] as? Int ?? 0 > 0)
        #expect(folder.text(of: "w.prom")?.contains("weir_success{manifest=\"standard output\"} 0\n") == true)
    }

    /// The failure of the second row is reported while the first one is still awaited.
    @Test func failuresAreToldAtOnce() throws {
        let slow = try ScriptedServer(otherwise: [Exchange(.stall)], address: "127.0.0.2")
        let server = try ScriptedServer(["/gone.jpg": [Exchange(.status(404))]])
        try folder.addCatalogue([slow.url("/slow.jpg"), server.url("/gone.jpg"), "lost.jpg", server.url("/gone.jpg")])
        let run = try Program.weir.start(
            ["ingest", "c.csv", "-o", "m.json", "--report=r.json", "--journal=none"] + FetchCase.limits, in: folder)
        try run.waitForMessages(2)
        let early = String(decoding: run.messages, as: UTF8.self)
        #expect(early.contains("row 2 (line 3)") && early.contains("row 3 (line 4): lost.jpg: not-found"), "\(early)")
        run.send(signal: SIGTERM)
        let outcome = try run.finish()
        #expect(outcome.status == .exited(143))
        if Sanitizer.isOn { return }
        // No row is reported twice, and the report has them in their order.
        for row in 2...4 { #expect(outcome.messages.ranges(of: "row \(row) ").count == 1, "\(outcome.messages)") }
        #expect((try report()["failures"] as? [[String: Any]])?.map { $0["row"] as? Int } == [2, 3, 4])
    }

    /// Progress comes every ten seconds, even if no row has its turn.
    @Test func progressWithoutRows() throws {
        let slow = try ScriptedServer(otherwise: [Exchange(.stall)], address: "127.0.0.2")
        let server = try ScriptedServer(otherwise: [Exchange(.range(of: .picture))])
        try folder.addCatalogue([slow.url("/a.jpg"), server.url("/b.jpg"), server.url("/c.jpg")])
        let run = try Program.weir.start(
            ["ingest", "c.csv", "-o", "m.json", "--log-format=json", "--journal=none"] + FetchCase.limits, in: folder)
        // The transfers of two pictures, and then the progress.
        try run.waitForMessages(3)
        run.send(signal: SIGTERM)
        let events = try run.finish().messages.split(separator: "\n").map { try #require(try json(Array($0.utf8)) as? [String: Any]) }
        let progress = try #require(events.first { $0["event"] as? String == "progress" })
        #expect(progress["rows"] as? Int == 2)
        #expect(progress["transfers"] as? Int == 1)
        #expect(progress["failed"] as? Int == 0)
    }

    /// Too few descriptors are a failure of the machine, and not of the pictures.
    @Test(.needs(.program("prlimit")), arguments: 5...14) func descriptors(limit: Int) throws {
        try folder.add("m.json", "[]")
        try folder.addCatalogue([String](repeating: "a.jpg", count: 300) + (0..<300).map { "b-\($0).jpg" })
        let prlimit = try #require(Program.named("prlimit"))
        let outcome = try prlimit.running(.weir, after: [Bytes("--nofile=\(limit)")]).run(
            ["ingest", "c.csv", "-o", "m.json", "--max-failures=100%", "--journal=none"], in: folder)
        let isLimited = outcome.messages.contains("too many open files (see ulimit -n)\n")
        #expect(outcome.status == .exited(isLimited ? 3 : 0), "\(outcome.messages)")
        #expect((folder.text(of: "m.json") == "[]") == isLimited)
    }

    /// So are too few descriptors for one transfer: nothing is asked. The soft limit is raised, and fewer transfers run
    /// than usual if need be. The name of the host takes descriptors too.
    @Test(.needs(.program("prlimit")), arguments: ["16", "35", "36", "287", "16:36", "20:4096"])
    func descriptorsForTheNetwork(limit: String) throws {
        let server = try ScriptedServer(otherwise: [Exchange(.body(.picture))])
        let url = server.url("/a.jpg").replacing("127.0.0.1", with: "localhost")
        try folder.add("m.json", "[]")
        let urls = (0..<50).map { "\(url)?\($0)" }
        try folder.addCatalogue(urls)
        let prlimit = try #require(Program.named("prlimit"))
        let outcome = try prlimit.running(.weir, after: [Bytes("--nofile=\(limit)")]).run(
            ["ingest", "c.csv", "-o", "m.json", "--max-failures=100%", "--journal=none"] + FetchCase.limits, in: folder)
        let hard = try #require(limit.split(separator: ":").last.flatMap { Int($0) })
        let isLimited = hard < 36
        let message = "too few files may be open for the network: \(hard); ulimit -Hn raises that limit"
        #expect(outcome.status == .exited(isLimited ? 3 : 0), "\(outcome.messages)")
        #expect(outcome.messages.hasSuffix("weir: \(message)\n") == isLimited, "\(outcome.messages)")
        #expect(folder.text(of: "m.json") == (isLimited ? "[]" : manifest(of: urls.map { entry(30, 20, $0) })))
        #expect((server.connections.opened == 0) == isLimited)
    }

    /// So is too little memory of the kernel to watch a connection. The first call is for the loop's own descriptor.
    @Test(.needs(.tracer), .disabled(if: Sanitizer.isOn, "a sanitizer makes such calls of its own")) func noMemoryForAConnection() throws {
        let server = try ScriptedServer(otherwise: [Exchange(.body(.picture))])
        try folder.add("m.json", "[]")
        try folder.addCatalogue([server.url("/a.jpg")])
        let strace = try #require(Program.tracer).running(
            .weir, after: ["-f", "-qq", "-o", "/dev/null", "-e", "trace=epoll_ctl", "-e", "inject=epoll_ctl:error=ENOMEM:when=2+"])
        let outcome = try strace.run(["ingest", "c.csv", "-o", "m.json", "--journal=none"] + FetchCase.limits, in: folder)
        #expect(outcome.status == .exited(3))
        #expect(outcome.messages.contains("no connection can be opened: cannot allocate memory"), "\(outcome.messages)")
        #expect(folder.text(of: "m.json") == "[]")
    }

    /// A limit that is lowered later ends the run too. The journal learns nothing of the picture.
    @Test(.needs(.program("prlimit"))) func noDescriptorForAConnection() throws {
        let other = try ScriptedServer(otherwise: [Exchange(.body(.picture))])
        let server = try ScriptedServer(otherwise: [Exchange(.hold, .redirect(to: other.url("/b.jpg")))])
        try folder.add("m.json", "[]")
        try folder.addCatalogue([server.url("/a.jpg")])
        let shell = try #require(Program.named("sh")).running(.weir, after: ["-c", "echo $$; exec \"$0\" \"$@\""])
        let run = try shell.start(["ingest", "c.csv", "-o", "m.json", "--journal=none"] + FetchCase.limits, in: folder)
        try run.waitForLines(1)
        let process = String(decoding: run.output, as: UTF8.self).trimmingCharacters(in: .newlines)
        try server.waitForRequests(1)
        let prlimit = try #require(Program.named("prlimit"))
        #expect(try prlimit.run(["--pid", Bytes(process), "--nofile=3"]).status == .exited(0))
        server.release()
        let outcome = try run.finish()
        #expect(outcome.status == .exited(3))
        #expect(outcome.messages.contains("no connection can be opened: too many open files"), "\(outcome.messages)")
        #expect(folder.text(of: "m.json") == "[]")
    }
}
