// docs/operations.md: the way of an operator at a terminal, with slow servers and with Ctrl-C.
import TestSupport
import Testing

@Suite(.needs(.time)) struct JourneyTerminalTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static let options: [Bytes] =
        ["ingest", "c.csv", "-o", "m.json", "--max-failures=100%", "--max-removed=100%"] + FetchCase.limits

    /// A run whose terminal takes what the test writes as typed.
    private func atTerminal(_ options: Bytes...) throws -> RunningProgram {
        let script = try #require(Program.named("script"))
        let command =
            Bytes("exec \"$WEIR_PROGRAM\" ")
            + Bytes((Self.options + options).map { String(decoding: $0.all, as: UTF8.self) }.joined(separator: " "))
        return try script.start(
            ["-qec", command, "/dev/null"], environment: ["WEIR_PROGRAM": Program.weir.name, "TERM": "xterm"], in: folder)
    }

    private static let controlC: Bytes = [3]

    /// With a slow rate, the line about progress comes while the first pictures are asked for, and again and again.
    @Test(.needs(.program("script"))) func progress() throws {
        let server = try ScriptedServer(["/2.jpg": [Exchange(.status(404))]], otherwise: [Exchange(.body(.picture))])
        try folder.addCatalogue((1...1000).map { server.url("/\($0).jpg") })
        let run = try atTerminal("--rate=4", "--journal=none")
        let line = /weir: (\d+) of (about )?1000 rows, (\d+ transfers?, )?[\d.]+ a second, 1 failed, \d+ (s|min|h) left/
        try run.waitForOutput { text in text.matches(of: line).contains { Int($0.1) ?? 0 > 5 } }
        #expect(server.requests.count < 1000)
        // The failure is reported on a line of its own, long before the end.
        let reported = "weir: row 2 (line 3): \(server.url("/2.jpg")): http-status: the server answered 404\r\n"
        #expect(String(decoding: run.output, as: UTF8.self).ranges(of: reported).count == 1)
        run.write(Self.controlC)
        let outcome = try run.waitUntilItEnds()
        #expect(outcome.status == .exited(130))
        #expect(outcome.text.ranges(of: reported).count == 1)
        if !Sanitizer.isOn { #expect(outcome.text.contains(": interrupted after ")) }
    }

    /// The second picture stalls. The failures behind it are reported at once, also those of broken rows, and each only once.
    @Test(.needs(.program("script"))) func stalled() throws {
        let server = try ScriptedServer(
            ["/2.jpg": [Exchange(.hold, .body(.picture))], "/3.jpg": [Exchange(.status(404))]], otherwise: [Exchange(.body(.picture))])
        try folder.addCatalogue((1...4).map { server.url("/\($0).jpg") } + [""])
        let failures = [
            "weir: row 3 (line 4): \(server.url("/3.jpg")): http-status: the server answered 404",
            "weir: row 5 (line 6, column 1): broken-row: the row has no picture (img)",
        ]
        let run = try atTerminal("--journal=none")
        try run.waitForOutput { text in failures.allSatisfy { text.contains($0 + "\r\n") } }
        let line = /weir: 4 of (about )?5 rows, 1 transfer, [\d.]+ a second, 2 failed, \d+ (s|min|h) left/
        try run.waitForOutput { $0.contains(line) }
        server.release()
        let outcome = try run.waitUntilItEnds()
        #expect(outcome.status == .exited(0))
        for failure in failures { #expect(outcome.text.ranges(of: failure).count == 1) }
        #expect(outcome.text.contains("weir: wrote m.json; 5 rows: 3 with their true size, 1 with a placeholder, 1 broken; "))
    }

    /// Events of progress come too when no row can be delivered.
    @Test func events() throws {
        let server = try ScriptedServer(otherwise: [Exchange(.hold, .body(.picture))])
        try folder.addCatalogue((1...4).map { server.url("/\($0).jpg") })
        let run = try Program.weir.start(Self.options + ["--log-format=json", "--timeout=400s"], in: folder)
        try run.waitForMessages(1)
        let first = try #require(run.messages.split(separator: UInt8(ascii: "\n")).first)
        let event = try #require(try json(Array(first)) as? [String: Any])
        #expect(event["event"] as? String == "progress")
        #expect((event["rows"] as? Int, event["failed"] as? Int, event["transfers"] as? Int) == (0, 0, 1))
        #expect(event["seconds"] as? Double ?? 0 > 0)
        server.release()
        #expect(try run.finish().status == .exited(0))
    }

    /// Ctrl-C in the middle: what was reported before stays, one sentence follows, and the same command goes on.
    @Test(.needs(.program("script"))) func interrupted() throws {
        let answered = Dictionary(uniqueKeysWithValues: (1...5).map { ("/\($0).jpg", [Exchange(.body(.picture))]) })
        let server = try ScriptedServer(answered.merging(["/6.jpg": [Exchange(.status(404))]]) { $1 }, otherwise: [Exchange(.stall)])
        let urls = (1...900).map { server.url("/\($0).jpg") }
        try folder.addCatalogue(urls)
        try folder.add("m.json", "[]")
        let run = try atTerminal("--max-age=1h")
        try run.waitForLines(1)
        try server.waitForRequests(14)
        run.write(Self.controlC)
        let outcome = try run.waitUntilItEnds()
        #expect(outcome.status == .exited(130))
        #expect(folder.text(of: "m.json") == "[]")
        // With a sanitizer, the run may need more than the ten seconds that it has for its end.
        if Sanitizer.isOn { return }
        let lines = outcome.text.replacing("\r\n", with: "\n").split(separator: "\n").map { $0.split(separator: /\r|\u{1B}\[K/).last ?? "" }
        #expect(lines.count == 2, "\(lines)")
        #expect(lines.first?.hasSuffix("row 6 (line 7): \(urls[5]): http-status: the server answered 404") == true)
        let last = try #require(lines.last)
        #expect(
            last.contains("weir: m.json stays as it was: interrupted after 6 rows: 5 with their true size, 1 with a placeholder; "),
            "\(last)")
        #expect(
            last.hasSuffix("; 894 rows were not done; the same command goes on with what .weir-journal knows"),
            "\(last)")

        for number in 7...900 { server.set("/\(number).jpg", Exchange(.body(.picture))) }
        let next = try Program.weir.run(Self.options + ["--max-age=1h"], in: folder)
        #expect(next.status == .exited(0), "\(next.messages)")
        let entries = urls.map { $0 == urls[5] ? entry(300, 300, $0) : entry(30, 20, $0) }
        #expect(folder.text(of: "m.json") == manifest(of: entries))
        for number in 1...6 { #expect(server.requests(of: "/\(number).jpg").count == 1) }
        #expect(next.messages.contains("; 6 remembered; "), "\(next.messages)")
    }

    /// Two shops beside each other share a journal. The second run waits its turn, and nothing is asked for twice.
    @Test func neighbours() throws {
        let server = try ScriptedServer(["/1.jpg": [Exchange(.body(.picture))]], otherwise: [Exchange(.hold, .body(.picture))])
        try folder.addCatalogue(["/1.jpg", "/2.jpg"].map { server.url($0) }, as: "de.csv")
        try folder.addCatalogue(["/2.jpg", "/3.jpg"].map { server.url($0) }, as: "fr.csv")
        func start(_ shop: Bytes) throws -> RunningProgram {
            try Program.weir.start(["ingest", shop + ".csv", "-o", shop + ".json", "--max-age=1h"] + FetchCase.limits, in: folder)
        }
        let first = try start("de")
        try server.waitForRequests(2)
        let second = try start("fr")
        try second.waitForMessages(1)
        #expect(String(decoding: second.messages, as: UTF8.self).hasPrefix("weir: waiting for the run that writes de.json (pid "))
        #expect(server.requests.count == 2)
        server.release()
        #expect(try first.finish().status == .exited(0))
        let outcome = try second.finish()
        #expect(outcome.status == .exited(0), "\(outcome.messages)")
        #expect(folder.text(of: "de.json") == manifest(of: [1, 2].map { entry(30, 20, server.url("/\($0).jpg")) }))
        #expect(folder.text(of: "fr.json") == manifest(of: [2, 3].map { entry(30, 20, server.url("/\($0).jpg")) }))
        #expect(server.requests.map(\.path).sorted() == ["/1.jpg", "/2.jpg", "/3.jpg"])
    }
}
