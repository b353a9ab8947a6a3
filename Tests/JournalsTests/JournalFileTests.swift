import Foundation
import ImageHeaders
import TestSupport
import Testing

@testable import Journals

/// Files that are no journal, or cannot become one. Each is refused with a reason and a way out, and is not changed.
@Suite struct JournalFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func sqlite(_ sql: Bytes, _ name: Bytes = "j") throws {
        let sqlite = try #require(Program.named("sqlite3"), "sqlite3 makes the files of these tests")
        let outcome = try sqlite.run([folder.path(of: name), sql])
        #expect(outcome.status == .exited(0), "\(outcome.messages)")
    }

    private func refusal(_ access: Journal.Access = .writing, _ name: Bytes = "j") -> JournalFailure? {
        #expect(throws: JournalFailure.self) { _ = try folder.journal(access, name) }
    }

    @Test(
        arguments: [
            "x", "SQLite format 3", "SQLite format 2\0", "a picture, say\n", Bytes("{\"w\":1}") + Bytes(zeros: 5000),
            Bytes("SQLite format 3\0") + Bytes(zeros: 50),
        ] as [Bytes])
    func othersFiles(content: Bytes) throws {
        try folder.add("j", content)
        for access in [Journal.Access.writing, .reading] {
            let failure = refusal(access)
            #expect([.notSQLite, .damaged].contains(failure?.kind))
            #expect(failure?.advice?.words { "\($0)" }.hasSuffix("or noJournal") == true)
        }
        #expect(folder.bytes(of: "j") == content.all)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["j"])
    }

    @Test(
        arguments: [
            ("CREATE TABLE t(a); INSERT INTO t VALUES(1)", JournalFailure.Kind.otherApplication),
            ("CREATE TABLE pictures(a); PRAGMA application_id=7", .otherApplication),
            ("PRAGMA journal_mode=WAL; CREATE TABLE t(a)", .otherApplication),
            ("CREATE TABLE t(a); PRAGMA application_id=0x77656972; PRAGMA user_version=13", .newerSchema(13)),
            ("CREATE TABLE t(a); PRAGMA application_id=0x77656972; PRAGMA user_version=7", .damaged),
            ("CREATE TABLE pictures(key); PRAGMA application_id=0x77656972; PRAGMA user_version=7", .damaged),
            ("CREATE TABLE t(a); PRAGMA application_id=0x77656972; PRAGMA user_version=6", .damaged),
        ] as [(Bytes, JournalFailure.Kind)])
    func othersDatabases(sql: Bytes, kind: JournalFailure.Kind) throws {
        try sqlite(sql)
        let before = folder.bytes(of: "j")
        for access in [Journal.Access.writing, .reading] { #expect(refusal(access)?.kind == kind) }
        #expect(folder.bytes(of: "j") == before)
    }

    @Test func unusablePaths() throws {
        try folder.addFolder("folder")
        try folder.addPipe("pipe")
        #expect(refusal(.writing, "folder")?.kind == .notAFile)
        #expect(refusal(.writing, "pipe")?.kind == .notAFile)
        #expect(refusal(.writing, "gone/j")?.kind == .noFolder)
        #expect(refusal(.reading, "j")?.kind == .missing)
        try folder.add("j")
        #expect(refusal(.reading, "j")?.kind == .missing)
        try folder.journal().keep(SamplePicture.url("a"))
        #expect(try folder.journal(.reading).all().count == 1)
    }

    /// Names with a special meaning for SQLite.
    @Test(arguments: ["file:j?mode=memory", ":memory:", "a b\u{E9}", [0x6A, 0xFF]] as [Bytes])
    func names(name: Bytes) throws {
        try folder.journal(.writing, name).keep(SamplePicture.url("a"))
        #expect(try folder.journal(.reading, name).all().count == 1)
        #expect(folder.path(of: name).withCString { access($0, F_OK) } == 0)
    }

    @Test func readingChangesNothing() throws {
        try folder.journal().keep(SamplePicture.url("a"))
        let before = folder.bytes(of: "j")
        let journal = try folder.journal(.reading)
        #expect(#expect(throws: JournalFailure.self) { try journal.keep(SamplePicture.url("b")) }?.kind == .readOnly)
        #expect(#expect(throws: JournalFailure.self) { _ = try journal.forget(Array("*".utf8)) }?.kind == .readOnly)
        #expect(try journal.all().count == 1)
        #expect(folder.bytes(of: "j") == before)
    }

    /// A journal at a link is made at the target of the link, and so are its companion files.
    @Test func links() throws {
        try folder.addFolder("real")
        try folder.addLink("j", to: "real/k")
        try folder.journal().keep(SamplePicture.url("a"))
        #expect(try folder.journal(.reading, "real/k").all().count == 1)
    }

    @Test(.needs(.smallDisk), arguments: ["8k", "64k", "300k"] as [Bytes])
    func aFullDisk(size: Bytes) throws {
        let disk = try SmallDisk(folder, "disk", size: size)
        defer { withExtendedLifetime(disk) {} }
        var flushed = 0
        let failure = #expect(throws: JournalFailure.self) {
            let journal = try folder.journal(.writing, "disk/j")
            var writer = journal.writer()
            while flushed < 10_000 {
                for number in flushed..<flushed + 50 {
                    try writer.record(SamplePicture.url("https://s.example/\(number)"), PictureRecord(asked: 1))
                }
                try writer.flush()
                flushed += 50
            }
        }
        #expect(failure?.kind == .diskFull)
        #expect(failure?.reason.contains("no space left on device") == true)
        // The flushed rows are there. The larger disk has room to open the journal.
        let outcome = try #require(Program.named("mount")).run(["-o", "remount,size=4m", folder.path(of: "disk")])
        #expect(outcome.status == .exited(0))
        #expect(try folder.journal(.writing, "disk/j").all().count == flushed)
    }

    @Test(.needs(.smallDisk))
    func aReadOnlyDisk() throws {
        let disk = try SmallDisk(folder, "disk", size: "1m")
        defer { withExtendedLifetime(disk) {} }
        try folder.journal(.writing, "disk/j").keep(SamplePicture.url("a"))
        let before = folder.bytes(of: "disk/j")
        let mount = try #require(Program.named("mount"))
        #expect(try mount.run(["-o", "remount,ro", folder.path(of: "disk")]).status == .exited(0))
        for name: Bytes in ["disk/j", "disk/new"] { #expect(refusal(.writing, name)?.kind == .readOnly) }
        let failure = #expect(throws: RunLockFailure.self) { _ = try RunLock(of: folder.path(of: "disk/j").all, startedAt: 1) }
        let message = failure?.message(Bytes("disk/j").all).lowercased()
        #expect(message?.contains("read-only") == true)
        #expect(folder.bytes(of: "disk/j") == before)
    }

    /// A journal that is truncated or has changed bytes is refused or read. Opening it never writes to it.
    @Test(arguments: 0..<60)
    func damage(round: Int) throws {
        var seed = Seed.announced(for: "JournalFileTests.damage \(round)")
        try folder.journal().keep((0..<100).map { _ in SamplePicture.random(using: &seed) })
        var bytes = folder.bytes(of: "j")
        if round % 3 == 0 {
            bytes.removeLast(Int.random(in: 1...bytes.count, using: &seed))
        } else {
            let count = round % 3 == 1 ? bytes.count : 4096
            for _ in 0..<Int.random(in: 1...20, using: &seed) {
                bytes[Int.random(in: 0..<count, using: &seed)] = .random(in: 0...255, using: &seed)
            }
        }
        try folder.add("j", Bytes(bytes))
        do {
            let journal = try folder.journal(.reading)
            _ = try? journal.known(SamplePicture.url("https://shop.example/0.jpg?v=\u{E9}"))
            _ = try? journal.record(of: SamplePicture.url("https://shop.example/0.jpg?v=\u{E9}"))
            _ = try? journal.all()
            _ = try? journal.statistics(at: 0)
            _ = try? journal.check()
        } catch let failure as JournalFailure {
            #expect(!failure.reason.isEmpty, "\(seed)")
        }
        #expect(folder.bytes(of: "j") == bytes, "\(seed)")
        // A run that writes may fail too, and never replaces the journal by an empty one.
        try? folder.journal().keep((0..<50).map { _ in SamplePicture.random(using: &seed) })
        #expect(folder.bytes(of: "j").count >= bytes.count / 4096 * 4096, "\(seed)")
    }

    /// A damaged tree. If the id at a branch is too large, its rows are still read. If the last branch leads to the
    /// rows of the first one, the damage is reported.
    @Test(arguments: [false, true])
    func damagedTree(leadsBack: Bool) throws {
        try folder.journal().keep((0..<300).map { SamplePicture(key: SamplePicture.url("\($0)"), record: PictureRecord(asked: 1)) })
        var bytes = folder.bytes(of: "j")
        let root = 4096
        try #require(bytes[root] == 5, "an inner page of a table")
        let lastCell = root + 12 + 2 * (Int(bytes[root + 4]) - 1)
        let branch = root + Int(bytes[lastCell]) << 8 + Int(bytes[lastCell + 1])
        try #require(bytes[branch + 4] == 0x81, "an id of two bytes, seven bits in each")
        let lastBranch = root + 8
        if leadsBack {
            bytes.replaceSubrange(lastBranch..<lastBranch + 4, with: bytes[branch..<branch + 4])
        } else {
            bytes[branch + 4] = 0xFF
        }
        try folder.add("j", Bytes(bytes))
        let journal = try folder.journal()
        #expect(try !journal.check().isEmpty)
        if leadsBack {
            let failure = #expect(throws: JournalFailure.self) { _ = try journal.known(SamplePicture.url("1")) }
            #expect(failure?.kind == .damaged)
        } else {
            for number in 0..<300 { #expect(try journal.known(SamplePicture.url("\(number)"))?.asked == 1) }
        }
        #expect(folder.bytes(of: "j") == bytes)
    }

    @Test func findingsOfACheck() throws {
        try folder.journal().keep((0..<3).map { SamplePicture(key: SamplePicture.url("\($0)"), record: PictureRecord(asked: 1)) })
        try sqlite(
            "INSERT INTO pictures(key,dimensions,content,asked) VALUES('1',0,0,5); UPDATE pictures SET content=3 WHERE key='0'; UPDATE pictures SET asked='soon' WHERE key='2'"
        )
        try folder.writeChecksums()
        let journal = try folder.journal()
        #expect(try journal.check() == ["2 rows are not understood", "1 row names a picture that another row names"])
        #expect(try journal.known(SamplePicture.url("1"))?.asked == 5)
        #expect(try journal.known(SamplePicture.url("0"))?.facts == nil)
        try journal.keep(SamplePicture.url("2"))
        #expect(try journal.known(SamplePicture.url("2"))?.isFresh(at: SamplePicture.now, maxAge: 5) == true)
    }

    /// Rows that do not fit their checksums are unknown, and the next writer gives their pictures new rows.
    @Test(
        arguments: [
            "key = '3'", "key = NULLIF(key, key)", "stamp = 1", "dimensions = dimensions + 1", "content = content + 256",
            "asked = asked - 1",
            "retry_at = 0", "checksum = checksum - (1 << 32)", "checksum = NULL",
        ] as [Bytes])
    func aChangedRow(change: Bytes) throws {
        for number in 0..<3 { try folder.journal().keep(SamplePicture.url("\(number)")) }
        // Without the constraints, every column can have no value.
        try sqlite("PRAGMA writable_schema=ON; UPDATE sqlite_schema SET sql = replace(sql, ' NOT NULL', '')")
        try sqlite("UPDATE pictures SET " + change + " WHERE key='1'")
        let journal = try folder.journal()
        #expect(try journal.check() == ["1 row does not fit its checksum"])
        #expect(try journal.all().map(\.name) == [Array("0".utf8), Array("2".utf8)])
        #expect(try journal.statistics(at: SamplePicture.now).pictures == 2)
        for name in ["1", "3"] { #expect(try journal.known(SamplePicture.url(name)) == nil) }
        #expect(try journal.record(of: SamplePicture.url("1")) == nil)
        for name in ["0", "2"] { #expect(try journal.known(SamplePicture.url(name))?.facts?.size == PixelSize(width: 30, height: 20)) }
        try journal.keep(SamplePicture.url("1"))
        #expect(try journal.check() == [])
        #expect(try folder.journal().all().map(\.name) == ["0", "1", "2"].map { Array($0.utf8) })
    }

    /// If only columns are damaged that a run does not read of every row, the size is known, and the row as a whole is not.
    @Test(arguments: ["etag = 'x'", "stored = 1", "failure = 'dns'", "checksum = checksum - 1"] as [Bytes])
    func aRowChangedElsewhere(change: Bytes) throws {
        for number in 0..<2 { try folder.journal().keep(SamplePicture.url("\(number)")) }
        try sqlite("UPDATE pictures SET " + change + " WHERE key='1'")
        let journal = try folder.journal()
        #expect(try journal.check() == ["1 row does not fit its checksum"])
        #expect(try journal.known(SamplePicture.url("1"))?.facts?.size == PixelSize(width: 30, height: 20))
        #expect(try journal.record(of: SamplePicture.url("1")) == nil)
        #expect(try journal.all().map(\.name) == [Array("0".utf8)])
        try journal.keep(SamplePicture.url("1"))
        #expect(try journal.check() == [])
        #expect(try journal.all().count == 2)
    }

    /// So many rows that several threads read them, with ids at any distance. If two rows name one picture, the row
    /// with the larger id counts, whichever thread reads it first.
    @Test(arguments: [(1, 20_001), (-1, 1 << 40), (Int64.min, Int64.max)] as [(Int64, Int64)])
    func manyThreads(first: Int64, last: Int64) throws {
        try folder.journal().keep((2...20_000).map { SamplePicture(key: SamplePicture.url("\($0)"), record: PictureRecord(asked: 1)) })
        let columns = "pictures(id,key,dimensions,content,asked)"
        // The row with id 1 gets id 20000, so that id 1 is free.
        try sqlite(
            Bytes("UPDATE pictures SET id=20000 WHERE id=1; INSERT INTO \(columns) VALUES(\(first),'20000',0,0,5),(\(last),'2',0,0,7)"))
        try folder.writeChecksums()
        let journal = try folder.journal()
        #expect(try journal.check() == ["2 rows name a picture that another row names"])
        #expect(try journal.known(SamplePicture.url("2"))?.asked == 7)
        #expect(try journal.known(SamplePicture.url("20000"))?.asked == 1)
        for number in [3, 9_999, 10_000, 16_384, 19_999] { #expect(try journal.known(SamplePicture.url("\(number)"))?.asked == 1) }
        #expect(try journal.all().count == 20_001)
    }

    /// Damage is reported by every thread as it is by the first one.
    @Test(arguments: [0.1, 0.5, 0.9])
    func damageFarWithin(share: Double) throws {
        try folder.journal().keep((0..<20_000).map { SamplePicture(key: SamplePicture.url("\($0)"), record: PictureRecord(asked: 1)) })
        var bytes = folder.bytes(of: "j")
        let page = Int(Double(bytes.count / 4096) * share) * 4096
        bytes.replaceSubrange(page..<page + 4096, with: repeatElement(0xAA, count: 4096))
        try folder.add("j", Bytes(bytes))
        let failure = #expect(throws: JournalFailure.self) { _ = try folder.journal().known(SamplePicture.url("1")) }
        #expect(failure?.kind == .damaged)
    }

    /// Flushed rows are in the two files at every moment, and a killed process leaves only these files.
    @Test(arguments: 0..<5)
    func copiesAtAnyMoment(round: Int) throws {
        var seed = Seed.announced(for: "JournalFileTests.copiesAtAnyMoment \(round)")
        let journal = try folder.journal()
        var writer = journal.writer()
        var flushed = 0
        for number in 0..<3000 {
            try writer.record(SamplePicture.url("https://s.example/\(number)"), PictureRecord(asked: 1))
            if Int.random(in: 0..<100, using: &seed) == 0 {
                try writer.flush()
                flushed = number + 1
            }
            guard Int.random(in: 0..<300, using: &seed) == 0 else { continue }
            try folder.add("copy", Bytes(folder.bytes(of: "j")))
            try folder.add("copy-wal", Bytes(folder.bytes(of: "j-wal")))
            let copy = try folder.journal(.writing, "copy")
            #expect(try copy.all().count == flushed, "\(seed)")
            #expect(try copy.check() == [], "\(seed)")
        }
    }

    @Test(arguments: [("j", 0o444), (".", 0o555)] as [(Bytes, mode_t)])
    func modes(name: Bytes, mode: mode_t) throws {
        try folder.journal().keep(SamplePicture.url("a"))
        try folder.setMode(name, mode)
        defer { try? folder.setMode(name, 0o755) }
        let failure = try boundByModes { [folder] in
            do {
                _ = try folder.journal(.writing)
                return nil as JournalFailure?
            } catch { return error as? JournalFailure }
        }
        #expect(failure?.kind == .readOnly)
    }
}
