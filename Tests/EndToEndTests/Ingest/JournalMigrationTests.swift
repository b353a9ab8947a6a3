// docs/journal.md: journals of older programs are brought up to date, and those of newer ones are refused.
import Foundation
import TestSupport
import Testing

@Suite struct JournalMigrationTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A journal of the first release, with three pictures.
    private func addOldJournal() throws {
        for ending in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: "\(folder.path)/.weir-journal\(ending)") }
        _ = try sqlite("PRAGMA journal_mode=WAL")
        _ = try sqlite(Bytes(try Fixtures.bytes(of: Fixtures.root + "/Tests/JournalsTests/Schemas/7.sql")))
    }

    private func journal(_ action: Bytes, by program: Program = .weir) throws -> Outcome {
        try program.run(["journal", action], in: folder)
    }

    private func sqlite(_ sql: Bytes) throws -> String {
        let sqlite = try #require(Program.named("sqlite3"), "sqlite3 looks into the journals of these tests")
        let outcome = try sqlite.run([folder.path(of: ".weir-journal"), sql])
        #expect(outcome.status == .exited(0), "\(outcome.messages)")
        return outcome.text
    }

    /// A program is killed at each of its writes during a migration. The next program completes the migration, and
    /// nothing is lost.
    @Test(.needs(.tracer)) func killedAtEachWrite() throws {
        try addOldJournal()
        let expected = try journal("export").text
        let tracer = try #require(Program.tracer)
        var kills = 0
        while true {
            try addOldJournal()
            let killer = tracer.running(
                .weir,
                after: [
                    "-f", "-qq", "-o", "/dev/null", "-e", "trace=pwrite64", "-e", Bytes("inject=pwrite64:signal=KILL:when=\(kills + 1)"),
                ])
            let status = try journal("stats", by: killer).status
            #expect(["7\n", "8\n", "9\n", "10\n", "11\n", "12\n"].contains(try sqlite("PRAGMA user_version")))
            #expect(try sqlite("PRAGMA integrity_check") == "ok\n")
            let export = try journal("export")
            #expect(export.text == expected && export.status == .exited(0), "\(export.messages)")
            #expect(try journal("check").text == ".weir-journal is whole: 3 pictures\n")
            #expect(try sqlite("PRAGMA user_version") == "12\n")
            if status == .exited(0) { break }
            kills += 1
        }
        #expect(kills > 2)
    }

    /// While a run of an older program has the journal, nothing migrates it. That run would lose its tables.
    @Test(
        .needs(.program("flock")),
        arguments: [["journal", "stats"], ["journal", "check"], ["journal", "forget", "*"], ["ingest", "c.csv", "-o", "m.json"]]
            as [[Bytes]])
    func underARun(arguments: [Bytes]) throws {
        try folder.add("c.csv", "img,price\n")
        try addOldJournal()
        try folder.add(".weir-journal.lock", "pid 7\nstarted 3\n")
        let other = try #require(Program.named("flock")).start([folder.path(of: ".weir-journal.lock"), "-c", "echo locked; exec cat"])
        try other.waitForLines(1)
        #expect(try Program.weir.run(arguments, in: folder).status == .exited(75))
        #expect(try sqlite("PRAGMA user_version") == "7\n")
        withExtendedLifetime(other) {}
    }

    /// A link that another user has planted in a folder for everybody leads nowhere.
    @Test(.needs(.root)) func foreignLink() throws {
        try addOldJournal()
        try folder.addFolder("tmp")
        #expect(chmod(folder.path + "/tmp", 0o1777) == 0)
        try folder.addLink("tmp/j", to: "../.weir-journal")
        #expect(lchown(folder.path + "/tmp/j", 1, 1) == 0)
        try folder.add("c.csv", "img,price\n")
        let before = folder.content(of: ".weir-journal")
        let outcome = try Program.weir.run(["ingest", "c.csv", "-o", "m.json", "--journal=tmp/j"], in: folder)
        #expect(outcome.messages.contains("tmp/j is a link that somebody else may have put there"), "\(outcome.messages)")
        #expect(outcome.status == .exited(3))
        #expect(folder.content(of: ".weir-journal") == before)
    }

    /// An older program refuses a newer journal, says so, and leaves it as it is.
    @Test(arguments: [["journal", "check"], ["journal", "stats"], ["ingest", "c.csv", "-o", "m.json"]] as [[Bytes]])
    func newerJournals(arguments: [Bytes]) throws {
        try folder.add("c.csv", "img,price\n")
        try addOldJournal()
        #expect(try journal("check").status == .exited(0))
        _ = try sqlite("PRAGMA user_version=13")
        let before = folder.content(of: ".weir-journal")
        let outcome = try Program.weir.run(arguments, in: folder)
        #expect(
            outcome.messages.hasPrefix("weir: .weir-journal was written by a newer weir (schema 13, and 12 is known here); update weir"))
        #expect(outcome.status == .exited(2))
        #expect(folder.content(of: ".weir-journal") == before)
        #expect(folder.content(of: "m.json") == nil)
    }
}
