// docs/operations.md: with --log-format json, every line on standard error is an object.
import Foundation
import TestSupport
import Testing

@Suite struct IngestLogTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.add("a.jpg", .jpeg(width: 30, height: 20))
    }

    /// The lines as objects. Their times are checked and removed.
    private func events(_ outcome: Outcome) throws -> [[String: Any]] {
        #expect(outcome.messages.isEmpty || outcome.messages.hasSuffix("\n"))
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        return try outcome.messages.split(separator: "\n").map { line in
            var object = try #require(try json(Array(line.utf8)) as? [String: Any], "\(line)")
            let time = try style.parse(try #require(object.removeValue(forKey: "time") as? String))
            #expect(abs(time.timeIntervalSinceNow) < 3600)
            return object
        }
    }

    private func run(_ options: Bytes...) throws -> Outcome {
        try Program.weir.run(["ingest", "c.csv", "-o", "m.json", "--log-format=json"] + FetchCase.limits + options, in: folder)
    }

    @Test func failuresAndSummary() throws {
        try folder.add("c.csv", "img,price\na.jpg,1\n\"go\"\"ne.jpg\",1\n,1\n")
        let outcome = try run("--max-failures=9")
        #expect(outcome.status == .exited(0))
        let events = try events(outcome)
        #expect(events.map { $0["event"] as? String } == ["failure", "failure", "summary"])
        #expect(events[0]["img"] as? String == "go\"ne.jpg")
        #expect(events[0]["code"] as? String == "not-found")
        #expect(events.map { $0["row"] as? Int } == [2, 3, nil])
        let summary = events[2]
        #expect(summary["outcome"] as? String == "written")
        #expect(summary["manifest"] as? String == "m.json")
        #expect(["rows", "ok", "placeholder", "broken", "requests"].map { summary[$0] as? Int } == [3, 1, 1, 1, 0])
        #expect(summary["message"] as? String == "wrote m.json; 3 rows: 1 with its true size, 1 with a placeholder, 1 broken")
    }

    /// The log for programs lists every failure, without the limit of the log for people.
    @Test func manyFailures() throws {
        try folder.addCatalogue((1...3000).map { "gone-\($0).jpg" })
        let outcome = try run("--max-failures=100%")
        #expect(try events(outcome).map { $0["event"] as? String } == [String](repeating: "failure", count: 3000) + ["summary"])
    }

    @Test(
        arguments: [
            (["--max-failures=0"], 1, "gated", "m.json was not written"),
            (["--on-failure=stop"], 1, "stopped-at-broken-row", "m.json was not written"),
        ] as [([Bytes], Int32, String, String)])
    func outcomes(options: [Bytes], status: Int32, word: String, end: String) throws {
        try folder.add("c.csv", "img,price\na.jpg,1\n,1\ngone.jpg,1\n")
        for quiet in [[], ["-q"]] as [[Bytes]] {
            let outcome = try Program.weir.run(["ingest", "c.csv", "-o", "m.json", "--log-format=json"] + options + quiet, in: folder)
            #expect(outcome.status == .exited(status))
            let summary = try #require(try events(outcome).last)
            #expect(summary["event"] as? String == "summary")
            #expect(summary["outcome"] as? String == word)
            #expect(summary["gates"] as? [String] == (word == "gated" ? ["max-failures"] : nil))
            #expect((summary["message"] as? String)?.hasPrefix(end) == true)
        }
    }

    @Test func aFailureThatStops() throws {
        try folder.add("c.csv", "img,price\na.jpg,1\ngone.jpg,1\n")
        let outcome = try Program.weir.run(["ingest", "c.csv", "-o", "m.json", "--log-format=json", "--on-failure=stop"], in: folder)
        #expect(outcome.status == .exited(1))
        #expect(try events(outcome).last?["outcome"] as? String == "stopped-at-failure")
    }

    /// An error that stops the run is an object with the exit status.
    @Test(
        arguments: [
            (["--root=none"], 2, "the root none: no such file or directory"),
            (["--report=none/r.json"], 2, "none/r.json cannot be written: there is no folder none"),
            (["--placeholder=c.csv"], 2, "the placeholder c.csv: not-an-image"),
        ] as [([Bytes], Int32, String)])
    func errors(options: [Bytes], status: Int32, message: String) throws {
        try folder.addCatalogue(["a.jpg"])
        let outcome = try Program.weir.run(["ingest", "c.csv", "-o", "m.json", "--log-format=json"] + options, in: folder)
        #expect(outcome.status == .exited(status))
        let events = try events(outcome)
        #expect(events.map { $0["event"] as? String } == ["error"])
        #expect(events[0]["status"] as? Int == Int(status))
        #expect((events[0]["message"] as? String)?.contains(message) == true)
    }

    @Test func dryRun() throws {
        try folder.add("c.csv", "img,price\na.jpg,1\n,1\n")
        let outcome = try run("--dry-run")
        #expect(try events(outcome).map { $0["event"] as? String } == ["failure"])
        #expect(outcome.text.contains("would not write m.json"))
    }

    /// The log has one line for each request that the server got, and no passwords.
    @Test func transfers() throws {
        let server = try ScriptedServer([
            "/a.jpg": [Exchange(.range(of: .photograph))], "/moved.jpg": [Exchange(.redirect(to: "/a.jpg"))],
            "/gone.jpg": [Exchange(.status(404))],
            "/busy.jpg": [Exchange(.status(503), .header("Retry-After", "0")), Exchange(.body(.picture))],
        ])
        let secret = server.url("/a.jpg").replacing("http://", with: "http://mina:s3cr3t@")
        try folder.addCatalogue([secret, server.url("/moved.jpg"), server.url("/gone.jpg"), server.url("/busy.jpg")])
        let outcome = try run("--max-failures=9", "--retries=1")
        #expect(outcome.status == .exited(0))
        for word in ["mina", "s3cr3t"] { #expect(!outcome.messages.contains(word)) }
        let transfers = try events(outcome).filter { $0["event"] as? String == "transfer" }
        #expect(transfers.count == server.requests.count)
        func reported(_ path: String) -> [String] {
            transfers.filter { ($0["url"] as? String)?.hasSuffix(path) == true }.map { "\($0["status"] ?? "-") \($0["outcome"] ?? "-")" }
        }
        #expect(reported("/gone.jpg") == ["404 http-status"])
        #expect(reported("/busy.jpg") == ["503 again", "200 done"])
        #expect(reported("/moved.jpg") == ["302 redirected"])
        #expect(Set(reported("/a.jpg")) == ["206 more", "206 done"])
        #expect(transfers.contains { $0["url"] as? String == "http://***@127.0.0.1:\(server.port)/a.jpg" })
        for transfer in transfers {
            #expect(transfer["host"] as? String == "http://127.0.0.1:\(server.port)")
            #expect((transfer["bytesReceived"] as? Int ?? 0) > 0)
            #expect((transfer["milliseconds"] as? Int ?? -1) >= 0)
            #expect((transfer["range"] as? String)?.wholeMatch(of: /\d+-\d+/) != nil)
        }
        let received = transfers.reduce(0) { $0 + ($1["bytesReceived"] as? Int ?? 0) }
        #expect(try events(outcome).last?["bytesReceived"] as? Int == received)
    }

    @Test func notices() throws {
        try folder.add("c.jsonl", #"{"img":" a.jpg","price":"1"}"#)
        let outcome = try Program.weir.run(["ingest", "c.jsonl", "-o", "m.json", "--log-format=json"], in: folder)
        let events = try events(outcome)
        #expect(events.map { $0["event"] as? String } == ["notice", "summary"])
        #expect(events[0]["message"] as? String == "c.jsonl: 1 name of a picture has blanks at the ends, which are cut")
    }

    /// One line for each host tells how much of a picture is asked for first, and why.
    @Test func firstRanges() throws {
        let server = try ScriptedServer(otherwise: [Exchange(.range(of: .picture + Bytes(zeros: 30_000)))])
        try folder.addCatalogue((0..<40).map { server.url("/\($0).\($0 % 2 == 0 ? "jpg" : "png")") })
        let learned = try events(run()).filter { $0["event"] as? String == "first-range" }
        #expect(learned.map { $0["host"] as? String } == ["http://127.0.0.1:\(server.port)"])
        let ranges = try #require(learned.first?["ranges"] as? [[String: Any]])
        #expect(ranges.map { $0["kind"] as? String } == ["jpeg", "png"])
        #expect(ranges.map { $0["bytes"] as? Int } == [1024, 1024])
        #expect(ranges.map { $0["share"] as? Double } == [1, 1])
        #expect((4096...262_144).contains(learned.first?["requestPrice"] as? Int ?? 0))
        #expect((learned.first?["roundTrip"] as? Double ?? 0) > 0)
    }

    /// Requests are not logged with `--quiet` or as text.
    @Test(arguments: [["--log-format=json", "-q"], []] as [[Bytes]])
    func noTransfers(options: [Bytes]) throws {
        let server = try ScriptedServer(otherwise: [Exchange(.body(.picture))])
        try folder.addCatalogue([server.url("/a.jpg")])
        let outcome = try Program.weir.run(["ingest", "c.csv", "-o", "m.json"] + FetchCase.limits + options, in: folder)
        #expect(outcome.status == .exited(0))
        #expect(!outcome.messages.contains("/a.jpg"))
        #expect(server.requests.count == 1)
    }
}
