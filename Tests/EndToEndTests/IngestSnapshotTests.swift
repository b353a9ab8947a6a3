import Foundation
import TestSupport
import Testing

/// Runs over so many known pictures that a snapshot spares time.
@Suite struct IngestSnapshotTests {
    private let runs: Remembering
    private static let count = 20_000
    private static let url = "https://shop.example/"

    /// Pictures of 3x4, or so: a journal that has them, and a catalogue.
    init() throws {
        runs = try Remembering()
        try runs.folder.addCatalogue([])
        try runs.run("--journal=.weir-journal")
        let now = Int(Date().timeIntervalSince1970) - 60
        try runs.sqlite(
            Bytes(
                """
                WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < \(Self.count - 1))
                INSERT INTO pictures (key, dimensions, content, asked)
                SELECT '\(Self.url)' || i, ((3 + i % 7) << 32) + 4, 33, \(now) FROM n
                """))
        try runs.folder.addCatalogue((0..<Self.count).map { "\(Self.url)\($0)" })
    }

    private func snapshots() throws -> Int { try #require(Int(try runs.sqlite("SELECT count(*) FROM snapshot").dropLast())) }
    private func sizes() throws -> [String] { try runs.statuses() }
    private static let expected = (0..<count).map { "ok \(3 + $0 % 7)x4" }

    /// Whatever others write to the journal counts, and rows may name its pictures in any order.
    @Test func othersWrite() throws {
        try runs.run("--max-age=1h")
        #expect(try snapshots() > 1)
        #expect(try sizes() == Self.expected)
        try runs.sqlite("UPDATE pictures SET dimensions = (9 << 32) + 9 WHERE key GLOB '*/777'")
        try runs.run("--max-age=1h")
        var changed = Self.expected
        changed[777] = "ok 9x9"
        #expect(try sizes() == changed)
        #expect(try runs.counts("rows", "remembered") == [Self.count, Self.count])
        // A catalogue in another order, with a picture twice and one that is new.
        let names = [5, 19_999, 777, 5, 0].map { "\(Self.url)\($0)" } + ["gone.jpg"] + (0..<Self.count).reversed().map { "\(Self.url)\($0)" }
        try runs.folder.addCatalogue(names)
        try runs.run("--max-age=1h", is: 1)
        let found = try sizes()
        #expect(found.prefix(6) == [changed[5], changed[19_999], changed[777], changed[5], changed[0], "placeholder 300x300"])
        #expect(Array(found.dropFirst(6)) == changed.reversed())
    }

    /// A disk that has no room for it does not keep the manifest from its place.
    @Test(.needs(.smallDisk))
    func noRoom() throws {
        let disk = try SmallDisk(runs.folder, "disk", size: "2m")
        defer { withExtendedLifetime(disk) {} }
        try FileManager.default.copyItem(atPath: runs.folder.path + "/.weir-journal", toPath: runs.folder.path + "/disk/j")
        try runs.run("--journal=disk/j", "--max-age=1h")
        #expect(try sizes() == Self.expected)
        let check = try Program.weir.run(["journal", "check", "--journal", "disk/j"], in: runs.folder)
        #expect(check.status == .exited(0), "\(check.text)")
        let sqlite = try #require(Program.named("sqlite3"))
        #expect(try sqlite.run([runs.folder.path(of: "disk/j"), "SELECT count(*) FROM snapshot"]).text == "0\n")
    }

    /// `WEIR_KILLS` asks for more of them.
    private static let kills = ProcessInfo.processInfo.environment["WEIR_KILLS"].flatMap { Int($0) } ?? 12

    /// Killed around the moment in which it takes its snapshot, a run leaves a journal that tells what its
    /// rows do.
    @Test func kills() throws {
        var seed = Seed.announced(for: "runs killed while they take a snapshot")
        let start = Date()
        try runs.run("--max-age=1h")
        let length = UInt32(-start.timeIntervalSinceNow * 1_100_000)
        for _ in 0..<Self.kills {
            try runs.sqlite("DELETE FROM snapshot")
            let running = try Program.weir.start(Remembering.options + ["--max-age=1h"], in: runs.folder)
            usleep(UInt32.random(in: length / 4...length, using: &seed))
            running.send(signal: SIGKILL)
            #expect([.killed(SIGKILL), .exited(0)].contains(try running.finish().status), "\(seed)")
            #expect(try runs.sqlite("PRAGMA integrity_check") == "ok\n", "\(seed)")
            let check = try Program.weir.run(["journal", "check"], in: runs.folder)
            #expect(check.status == .exited(0), "\(seed): \(check.text)")
            #expect(try runs.sqlite("SELECT count(*) FROM pictures") == "\(Self.count)\n", "\(seed)")
        }
        try runs.run("--max-age=1h")
        #expect(try snapshots() > 1)
        #expect(try sizes() == Self.expected)
    }
}
