// docs/journal.md: runs that want one journal wait their turn, and a second one for the same manifest ends.
import Foundation
import TestSupport
import Testing

@Suite struct IngestWaitTests {
    private let folder: TemporaryFolder
    private let server: ScriptedServer

    init() throws {
        folder = try TemporaryFolder()
        server = try ScriptedServer(otherwise: [Exchange(.stall)])
        try folder.add("a.jpg", .jpeg(width: 30, height: 20))
        try folder.addFolder("other")
        try folder.addCatalogue(["a.jpg"])
        try folder.addCatalogue(["a.jpg", server.url("/a.jpg")], as: "slow.csv")
    }

    /// Starts a run that ends only with a signal.
    private func hold(_ output: Bytes..., by program: Program = .weir) throws -> RunningProgram {
        let run = try program.start(["ingest", "slow.csv", "--journal=j", "-o"] + output + FetchCase.limits, in: folder)
        try server.waitForRequests(1)
        return run
    }

    private func wait(_ output: Bytes..., options: [Bytes] = []) throws -> RunningProgram {
        try Program.weir.start(["ingest", "c.csv", "--journal=j", "-o"] + output + options, in: folder)
    }

    private func release(_ holder: RunningProgram) throws {
        holder.send(signal: SIGTERM)
        #expect(try holder.finish().status == .exited(143))
    }

    @Test(
        arguments: [
            (["de.json"], ["fr.json"], [], "the run that writes de.json"),
            (["other/m.json"], ["m.json"], [], "the run that writes DIR/other/m.json"),
            (["p", "--page-size=1"], ["q", "--page-size=1"], [], "the run that writes p"),
            (["m.json"], ["m.json"], ["--wait=1h"], "the run that writes m.json"),
            (["-"], ["m.json"], ["--wait=1h"], "another run that holds the journal"),
            (["de.json"], ["fr.json"], ["--log-format=json"], "the run that writes de.json"),
        ] as [([Bytes], [Bytes], [Bytes], String)])
    func turns(first: [Bytes], second: [Bytes], options: [Bytes], words: String) throws {
        let holder = try Program.weir.start(["ingest", "slow.csv", "--journal=j", "-o"] + first + FetchCase.limits, in: folder)
        try server.waitForRequests(1)
        let waiting = try Program.weir.start(["ingest", "c.csv", "--journal=j", "-o"] + second + options, in: folder)
        try waiting.waitForMessages(1)
        let message = String(decoding: waiting.messages, as: UTF8.self)
        let expected = "waiting for \(words.replacing("DIR", with: try #require(realPath(folder.path)))) (pid "
        #expect(message.contains(expected), "\(message)")
        #expect(message.contains(/, since \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\)/), "\(message)")
        try release(holder)
        let outcome = try waiting.finish()
        #expect(outcome.status == .exited(0), "\(outcome.messages)")
        #expect(outcome.messages.components(separatedBy: "waiting for").count == 2, "\(outcome.messages)")
    }

    private func realPath(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }

    /// The second run knows the pictures of the first one.
    @Test func learned() throws {
        let holder = try hold("de.json")
        let waiting = try wait("fr.json", options: ["--report=r.json"])
        try waiting.waitForMessages(1)
        try release(holder)
        #expect(try waiting.finish().status == .exited(0))
        #expect(folder.text(of: "fr.json") == manifest(entry(30, 20, "a.jpg")))
        #expect((try json(folder.content(of: "r.json")) as? [String: Any])?["rows"] as? Int == 1)
    }

    /// A run for the same manifest ends at once, and so does every run that may not wait.
    @Test(
        arguments: [
            (["m.json"], ["m.json"], []), (["m.json"], ["./other/../m.json"], []), (["link.json"], ["m.json"], []),
            (["p", "--page-size=1"], ["p/", "--page-size=2"], []), (["de.json"], ["fr.json"], ["--wait=0"]),
            (["m.json"], ["m.json"], ["--wait=0"]),
            (["de.json"], ["fr.json"], ["--wait=0s"]), (["de.json"], ["fr.json"], ["--wait=0ms"]),
            (["de.json"], ["fr.json"], ["--wait=1ms"]), (["m.json"], ["m.json"], ["--wait=20ms"]), (["-"], ["m.json"], []),
        ] as [([Bytes], [Bytes], [Bytes])])
    func refused(first: [Bytes], second: [Bytes], options: [Bytes]) throws {
        try folder.add("m.json", "[]")
        try folder.addLink("link.json", to: "m.json")
        let holder = try Program.weir.start(["ingest", "slow.csv", "--journal=j", "-o"] + first + FetchCase.limits, in: folder)
        try server.waitForRequests(1)
        let outcome = try Program.weir.run(["ingest", "c.csv", "--journal=j", "-o"] + second + options, in: folder)
        #expect(outcome.messages.contains("weir: another run holds the journal j (pid "), "\(outcome.messages)")
        #expect(outcome.messages.hasSuffix("; try again when it has ended, or wait for it with --wait 10m\n"), "\(outcome.messages)")
        #expect(outcome.status == .exited(75))
        #expect(folder.text(of: "m.json") == "[]")
        try release(holder)
    }

    @Test(arguments: [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129)] as [(Int32, Int32)])
    func interrupted(signal: Int32, status: Int32) throws {
        try folder.add("fr.json", "[]")
        let holder = try hold("de.json")
        let waiting = try wait("fr.json", options: ["--report=r.json", "--metrics=w.prom"])
        try waiting.waitForMessages(1)
        waiting.send(signal: signal)
        let outcome = try waiting.finish()
        #expect(outcome.status == .exited(status))
        let message = "fr.json stays as it was: interrupted before the first row was done; the same command goes on with what j knows"
        #expect(outcome.messages.hasSuffix("\nweir: \(message)\n"), "\(outcome.messages)")
        #expect(folder.text(of: "fr.json") == "[]")
        let report = try #require(try json(folder.content(of: "r.json")) as? [String: Any])
        #expect(report["rows"] as? Int == 0 && report["status"] as? Int32 == status && report["message"] as? String == message)
        #expect(folder.text(of: "w.prom")?.contains("weir_success{manifest=\"fr.json\"} 0\n") == true)
        try release(holder)
    }

    @Test func maxTime() throws {
        let holder = try hold("de.json")
        let outcome = try wait("fr.json", options: ["--max-time=1s"]).finish()
        #expect(outcome.status == .exited(1))
        #expect(
            outcome.messages.contains("\nweir: fr.json was not written: stopped by --max-time before the first row was done; "),
            "\(outcome.messages)")
        try release(holder)
    }

    /// A run that waits for one that succeeds, and then fails, does not take back the time of that success.
    @Test func successMeanwhile() throws {
        #expect(try ingest("c.csv", "-o", "n.json", "--journal=j", in: folder).status == .exited(0))
        let held = try RunLockFile(folder, "j.lock")
        try folder.addCatalogue(["gone.jpg"])
        let waiting = try wait("m.json", options: ["--wait=1h", "--metrics=w.prom"])
        try waiting.waitForMessages(1)
        try folder.add("w.prom", "weir_last_success_timestamp_seconds{manifest=\"m.json\"} 1234567890\n")
        held.release()
        #expect(try waiting.finish().status == .exited(1))
        #expect(folder.text(of: "w.prom")?.contains("weir_last_success_timestamp_seconds{manifest=\"m.json\"} 1234567890\n") == true)
    }

    @Test func quiet() throws {
        let holder = try hold("de.json")
        let waiting = try wait("fr.json", options: ["-q"])
        try waiting.waitUntilAtRest()
        try release(holder)
        let outcome = try waiting.finish()
        #expect(outcome.messages == "" && outcome.status == .exited(0), "\(outcome.messages)")
    }

    /// The pages that are compared with the new ones are those of the run before, also if it ended during the wait.
    @Test func changedMeanwhile() throws {
        for number in 1...5 { try folder.add(Bytes("\(number).jpg"), .picture) }
        try folder.addCatalogue((1...5).map { "\($0).jpg" })
        #expect(try wait("p", "--page-size=1").finish().status == .exited(0))
        let held = try RunLockFile(folder, "j.lock")
        try folder.addCatalogue(["1.jpg", "2.jpg"])
        let waiting = try wait("p", "--page-size=1", options: ["--wait=1h", "--report=r.json", "--max-removed=100%"])
        try waiting.waitForMessages(1)
        try folder.addCatalogue(["1.jpg"], as: "one.csv")
        #expect(try ingest("one.csv", "-o", "p", "--page-size=1", "--journal=none", "--max-removed=100%", in: folder).status == .exited(0))
        held.release()
        #expect(try waiting.finish().status == .exited(0))
        let change = (try json(folder.content(of: "r.json")) as? [String: Any])?["change"] as? [String: Int]
        #expect(change == ["added": 1, "removed": 0, "resized": 0])
    }

    /// The first manifest of another run is compared too, if it came during the wait.
    @Test func madeMeanwhile() throws {
        for number in 1...5 { try folder.add(Bytes("\(number).jpg"), .picture) }
        try folder.addCatalogue((1...5).map { "\($0).jpg" }, as: "all.csv")
        #expect(try ingest("c.csv", "-o", "n.json", "--journal=j", in: folder).status == .exited(0))
        let held = try RunLockFile(folder, "j.lock")
        let waiting = try wait("m.json", options: ["--wait=1h", "--report=r.json"])
        try waiting.waitForMessages(1)
        #expect(try ingest("all.csv", "-o", "m.json", "--journal=none", in: folder).status == .exited(0))
        held.release()
        #expect(try waiting.finish().status == .exited(1))
        let change = (try json(folder.content(of: "r.json")) as? [String: Any])?["change"] as? [String: Int]
        #expect(change == ["added": 1, "removed": 5, "resized": 0])
    }

    /// Between the lock and the note of a run, the file has the note of the run before. Another run believes nothing of it.
    @Test(.needs(.tracer), arguments: ["", "pid 99999999\nstarted 3\nmanifest DIR/m.json\n", "pid 99999999\nstarted 3\n"])
    func theNoteOfTheRunBefore(text: String) throws {
        try folder.add("j.lock", Bytes(text.replacing("DIR", with: try #require(realPath(folder.path)))))
        let slow = try #require(Program.named("strace")).running(
            .weir,
            after: [
                "-f", "-qq", "-o", "/dev/null", "-P", folder.path(of: "j.lock"), "-e", "trace=ftruncate", "-e",
                "inject=ftruncate:delay_enter=2000000",
            ])
        let first = try slow.start(["ingest", "c.csv", "--journal=j", "-o", "de.json"], in: folder)
        let file = open(folder.path + "/j.lock", O_RDWR)
        defer { close(file) }
        try waitUntil("the first run has the lock") {
            guard flock(file, LOCK_EX | LOCK_NB) == 0 else { return true }
            flock(file, LOCK_UN)
            return false
        }
        let second = try wait("m.json").finish()
        #expect(second.status == .exited(0), "\(second.messages)")
        #expect(!second.messages.contains("99999999"), "\(second.messages)")
        #expect(try first.finish().status == .exited(0))
    }

    @Test func misuse() throws {
        let outcome = try ingest("c.csv", "-o", "m.json", "--wait=soon", in: folder)
        #expect(outcome.messages.hasPrefix("weir ingest: --wait: soon is not a time such as 500ms, 15s, 10m or 24h\n"))
        #expect(outcome.status == .exited(2))
    }
}

/// The lock of a run that has ended, held by the test.
private struct RunLockFile {
    private let file: Int32

    init(_ folder: TemporaryFolder, _ name: String) throws {
        file = open(folder.path + "/" + name, O_RDWR)
        try #require(file >= 0 && flock(file, LOCK_EX | LOCK_NB) == 0)
    }

    func release() { close(file) }
}
