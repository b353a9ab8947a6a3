import Foundation
import TestSupport
import Testing

/// Runs that end before their end: what they learned is there for the next.
@Suite struct IngestJournalKillTests {
    private let runs: Remembering
    private static let pictures = 600

    init() throws { runs = try Remembering() }

    private func checkJournal() throws { #expect(try runs.sqlite("PRAGMA integrity_check") == "ok\n") }

    /// Killed again and again, each run goes on where the one before was.
    @Test func kills() throws {
        var seed = Seed.announced(for: "runs killed while they fetch")
        let server = try ScriptedServer(otherwise: [Exchange(.pause(10), .range(of: .picture))])
        try runs.folder.addCatalogue((0..<IngestJournalKillTests.pictures).map { server.url("/\($0).jpg") })
        for _ in 0..<10 {
            let before = server.requests.count
            let running = try Program.weir.start(Remembering.options + ["--max-age=1h"], in: runs.folder)
            try? server.waitForRequests(before + Int.random(in: 1...25, using: &seed))
            usleep(UInt32.random(in: 0...30_000, using: &seed))
            running.send(signal: SIGKILL)
            let status = try running.finish().status
            #expect(status == .killed(SIGKILL))
            #expect(runs.folder.text(of: "m.json") == nil)
            guard runs.folder.content(of: ".weir-journal")?.isEmpty == false else { continue }
            try checkJournal()
        }
        let kept = try runs.sqlite("SELECT key FROM pictures").split(separator: "\n")
        let before = server.requests.count
        try runs.run("--max-age=1h")
        let asked = server.requests.dropFirst(before).map { server.url($0.path) }
        #expect(Set(asked).isDisjoint(with: kept.map(String.init)))
        #expect(asked.count + kept.count == IngestJournalKillTests.pictures)
        try checkJournal()
        let manifest = runs.manifest
        try runs.run("--no-journal")
        #expect(runs.manifest == manifest)
    }

    /// Whoever is asked to end lets come what is under way, and keeps it.
    @Test(arguments: [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129)] as [(Int32, Int32)])
    func signals(signal: Int32, status: Int32) throws {
        let server = try ScriptedServer(otherwise: [Exchange(.pause(200), .range(of: .picture))])
        try runs.folder.addCatalogue((0..<IngestJournalKillTests.pictures).map { server.url("/\($0).jpg") })
        let running = try runs.start()
        try server.waitForRequests(20)
        running.send(signal: signal)
        #expect(try running.finish().status == .exited(status))
        server.stop()
        let complete = server.requests.count { $0.ending == .complete }
        #expect(try runs.sqlite("SELECT count(*) FROM readable WHERE w > 0") == "\(complete)\n")
        #expect(try runs.sqlite("SELECT count(*) FROM pictures WHERE failure IS NOT NULL") == "0\n")
        #expect(complete >= 16 && complete < IngestJournalKillTests.pictures)
        #expect(runs.folder.text(of: "m.json") == nil)
    }

    /// What a run has learned is kept, though its manifest is not wanted.
    @Test func aGateThatIsNotMet() throws {
        let server = try ScriptedServer(["/0.jpg": [Exchange(.status(404))]], otherwise: [Exchange(.range(of: .picture))])
        try runs.folder.addCatalogue((0..<4).map { server.url("/\($0).jpg") })
        try runs.run("--max-failures=0", is: 1)
        #expect(runs.folder.text(of: "m.json") == nil)
        try runs.run("--max-age=1h", is: 1)
        #expect(server.requests.count == 4)
    }
}
