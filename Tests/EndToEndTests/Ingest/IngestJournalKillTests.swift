// docs/journal.md: the next run has the results of runs that were killed or stopped.
import Foundation
import TestSupport
import Testing

@Suite(.needs(.time), .needs(.tracer)) struct IngestJournalKillTests {
    private let runs: Remembering
    private static let pictures = 600

    init() throws { runs = try Remembering() }

    private func checkJournal() throws { #expect(try runs.sqlite("PRAGMA integrity_check") == "ok\n") }

    /// The number of killed runs, which `WEIR_KILLS` overrides.
    private static let kills = ProcessInfo.processInfo.environment["WEIR_KILLS"].flatMap { Int($0) } ?? 12

    /// Each run continues where the killed one stopped. Three quarters of the runs are killed while they fetch, the
    /// others at any step of a run that fetches nothing.
    @Test func kills() throws {
        var seed = Seed.announced(for: "runs killed while they fetch and write")
        let server = try ScriptedServer(otherwise: [Exchange(.pause(10), .range(of: .picture))])
        let pictures = IngestJournalKillTests.kills * 50
        let options = Remembering.options + ["--max-age=1h"]
        try runs.folder.addCatalogue((0..<pictures).map { server.url("/\($0).jpg") })
        try runs.run("--journal=none")
        let expected = runs.manifest
        try FileManager.default.removeItem(atPath: runs.folder.path + "/m.json")
        var kept: Set<String> = []
        /// Pictures in the journal are not requested by any later run.
        func check(since before: Int) throws {
            #expect(kept.isDisjoint(with: server.requests.dropFirst(before).map { server.url($0.path) }), "\(seed)")
            // The run was killed before it made its journal.
            guard runs.folder.content(of: ".weir-journal")?.isEmpty == false else { return }
            try checkJournal()
            let keys = try runs.sqlite("SELECT key FROM pictures").split(separator: "\n").map(String.init)
            #expect(kept.isSubset(of: keys), "\(seed)")
            kept = Set(keys)
        }
        for _ in 0..<IngestJournalKillTests.kills * 3 / 4 {
            let before = server.requests.count
            let answered = server.requests.count { $0.ending == .complete }
            let running = try Program.weir.start(options, in: runs.folder)
            try server.waitForRequests(before + Int.random(in: 1...25, using: &seed))
            try server.waitForAnswers(answered + Int.random(in: 0...25, using: &seed))
            running.send(signal: SIGKILL)
            #expect(try running.finish().status == .killed(SIGKILL), "\(seed)")
            #expect(runs.folder.text(of: "m.json") == nil, "\(seed)")
            try check(since: before)
        }
        let before = server.requests.count
        try runs.run("--max-age=1h")
        #expect(server.requests.count - before + kept.count == pictures, "\(seed)")
        try check(since: before)
        #expect(kept.count == pictures && runs.manifest == expected, "\(seed)")
        let steps = try RunSteps(options, in: runs.folder, from: ".weir-journal")
        for _ in 0..<IngestJournalKillTests.kills / 4 {
            try? FileManager.default.removeItem(atPath: runs.folder.path + "/m.json")
            let status = try steps.killer("KILL", using: &seed).run(options, in: runs.folder).status
            #expect([.killed(SIGKILL), .exited(0)].contains(status), "\(seed)")
            #expect([nil, expected].contains(runs.folder.text(of: "m.json")), "\(seed)")
            try checkJournal()
        }
        let last = server.requests.count
        try runs.run("--max-age=1h")
        #expect(runs.manifest == expected && server.requests.count == last, "\(seed)")
    }

    /// A run that gets a signal waits for its running requests, and records their results.
    @Test(arguments: [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129)] as [(Int32, Int32)])
    func signals(signal: Int32, status: Int32) throws {
        let answers = (0..<40).map { number in
            ("/\(number).jpg", [number < 16 ? Exchange(.range(of: .picture)) : Exchange(.hold, .range(of: .picture))])
        }
        let server = try ScriptedServer(Dictionary(uniqueKeysWithValues: answers), otherwise: [Exchange(.stall)])
        try runs.folder.addCatalogue((0..<IngestJournalKillTests.pictures).map { server.url("/\($0).jpg") })
        let running = try runs.start()
        try server.waitForRequests(20)
        running.send(signal: signal)
        server.release()
        #expect(try running.finish().status == .exited(status))
        server.stop()
        let complete = server.requests.count { $0.ending == .complete }
        #expect(try runs.sqlite("SELECT count(*) FROM readable WHERE w > 0") == "\(complete)\n")
        #expect(try runs.sqlite("SELECT count(*) FROM pictures WHERE failure IS NOT NULL") == "0\n")
        #expect(complete >= 16 && complete < IngestJournalKillTests.pictures)
        #expect(runs.folder.text(of: "m.json") == nil)
    }

    /// The results stay in the journal even if too many failures stop the manifest.
    @Test func aGateThatIsNotMet() throws {
        let server = try ScriptedServer(["/0.jpg": [Exchange(.status(404))]], otherwise: [Exchange(.range(of: .picture))])
        try runs.folder.addCatalogue((0..<4).map { server.url("/\($0).jpg") })
        try runs.run("--max-failures=0", is: 1)
        #expect(runs.folder.text(of: "m.json") == nil)
        try runs.run("--max-age=1h")
        #expect(server.requests.count == 4)
    }
}
