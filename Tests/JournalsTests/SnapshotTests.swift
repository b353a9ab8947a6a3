import Foundation
import ImageHeaders
import TestSupport
import Testing

@testable import Journals

/// What is kept for the next run to know all pictures sooner never says anything else than the rows.
@Suite struct SnapshotTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func connection() throws -> Connection {
        try Connection(folder.path(of: "j").all, creates: false, patience: 0)
    }

    private func fill(_ count: Int) throws {
        let journal = try folder.journal()
        try journal.keep((0..<count).map { SamplePicture(key: SamplePicture.url("\($0)"), record: PictureRecord(asked: 1)) })
        try takeSnapshot()
    }

    /// As a run does that has written little.
    private func takeSnapshot() throws { try folder.journal().takeSnapshot(ofAtLeast: 1) }

    /// How many rows were written since the snapshot; nil where none is read.
    private func rowsSinceSnapshot() throws -> Int? { try connection().loadSnapshot()?.snapshot?.rowsSince }

    /// Whatever is written between two runs, by weir or by another program.
    @Test(arguments: 0..<30)
    func anyChanges(round: Int) throws {
        var seed = Seed.announced(for: "SnapshotTests.anyChanges \(round)")
        let others = [
            "DELETE FROM pictures WHERE id = ?1", "UPDATE pictures SET asked = ?2 WHERE id = ?1", "UPDATE pictures SET key = 'k' || ?2 WHERE id = ?1",
            "UPDATE OR IGNORE pictures SET id = ?2 WHERE id = ?1", "INSERT INTO pictures (key, dimensions, content, asked) VALUES ('n' || ?1 || '-' || ?2, 0, 0, 7)",
            "REPLACE INTO pictures (id, key, dimensions, content, asked) VALUES (?1, 'r' || ?1 || '-' || ?2, 0, 0, 8)",
            "UPDATE OR FAIL pictures SET asked = ?2 WHERE id = ?1", "UPDATE OR ROLLBACK pictures SET retry_at = ?2 WHERE id = ?1",
            "UPDATE OR IGNORE pictures SET rowid = ?2, key = 'o' || ?1 || '-' || ?2 WHERE oid = ?1",
            "INSERT INTO pictures (id, key, dimensions, content, asked) VALUES (?1, 'c' || ?1, 0, 0, 6) ON CONFLICT (id) DO UPDATE SET asked = ?2",
            "INSERT INTO pictures (key, dimensions, content, asked) SELECT key, 0, 0, ?2 FROM pictures WHERE id = ?1",
        ]
        for _ in 0..<6 {
            let journal = try folder.journal()
            try journal.keep((0..<Int.random(in: 0...60, using: &seed)).map { _ in SamplePicture.random(using: &seed) })
            if Bool.random(using: &seed) { try takeSnapshot() }
            let connection = try connection()
            for _ in 0..<Int.random(in: 0...9, using: &seed) {
                let statement = try connection.prepare(others.randomElement(using: &seed)!)
                statement.bind(1, Int64.random(in: 1...80, using: &seed))
                statement.bind(2, Int64.random(in: 1...2000, using: &seed))
                _ = try statement.step()
            }
            guard let snapshot = try connection.loadSnapshot() else { continue }
            let rows = try connection.loadRows(snapshot.known.hash)
            #expect(rows.known.differences(from: snapshot.known) == 0, "\(seed)")
            #expect(snapshot.known.count == rows.known.count, "\(seed)")
        }
    }

    /// A run writes few rows, and the snapshot stays; or many, and the next is taken.
    @Test func whenItIsTaken() throws {
        try fill(800)
        #expect(try rowsSinceSnapshot() == 0)
        func keep(_ numbers: Range<Int>) throws {
            try folder.journal().keep(numbers.map { SamplePicture(key: SamplePicture.url("\($0)"), record: PictureRecord(asked: 9)) })
            try takeSnapshot()
        }
        for numbers in [0..<1, 1..<50, 50..<100] {
            try keep(numbers)
            #expect(try rowsSinceSnapshot() == numbers.upperBound)
        }
        // The same once more is no change.
        try keep(0..<100)
        #expect(try rowsSinceSnapshot() == 100)
        try keep(100..<101)
        #expect(try rowsSinceSnapshot() == 0)
        // A run that writes as much will be followed by such.
        let journal = try folder.journal()
        try journal.keep((0..<101).map { SamplePicture(key: SamplePicture.url("\($0)"), record: PictureRecord(asked: 10)) })
        try journal.takeSnapshot(ofAtLeast: 1)
        #expect(try rowsSinceSnapshot() == nil)
        // What helps nobody is not kept while more is written.
        try journal.keep([SamplePicture(key: SamplePicture.url("0"), record: PictureRecord(asked: 5))])
        #expect(try connection().integer("SELECT count(*) FROM snapshot") == 0)
        #expect(try connection().integer("SELECT count(*) FROM since_snapshot") == 0)
        #expect(try connection().integer("SELECT count(*) FROM sqlite_schema WHERE type = 'trigger'") == 0)
        try folder.journal().takeSnapshot(ofAtLeast: 801)
        #expect(try rowsSinceSnapshot() == nil)
        try folder.journal().takeSnapshot(ofAtLeast: 800)
        #expect(try rowsSinceSnapshot() == 0)
        #expect(try journal.check() == [])
    }

    /// What was rolled back leaves no trace.
    @Test func aTransactionThatIsLost() throws {
        try fill(80)
        let journal = try folder.journal()
        do {
            var writer = journal.writer()
            for number in 0..<60 { try writer.record(SamplePicture.url("\(number)"), PictureRecord(asked: 9)) }
        }
        #expect(try rowsSinceSnapshot() == 0)
        #expect(try journal.known(SamplePicture.url("7"))?.asked == 1)
        try journal.keep([SamplePicture(key: SamplePicture.url("7"), record: PictureRecord(asked: 9))])
        #expect(try rowsSinceSnapshot() == 1)
        #expect(try journal.check() == [])
    }

    /// A snapshot of a journal with rows that nobody understands, or with two of a picture, would have
    /// to tell of them too.
    @Test(arguments: ["UPDATE pictures SET content = 3 WHERE id = 5", "UPDATE pictures SET key = '1' WHERE id = 5"])
    func ofNoBrokenJournal(change: String) throws {
        try folder.journal().keep((0..<80).map { SamplePicture(key: SamplePicture.url("\($0)"), record: PictureRecord(asked: 1)) })
        try connection().run(change)
        try folder.journal().takeSnapshot(ofAtLeast: 1)
        #expect(try rowsSinceSnapshot() == nil)
    }

    /// A snapshot that cannot be one is passed by, and one that tells something else is found.
    @Test(arguments: [
        ("DELETE FROM snapshot", []), ("DELETE FROM snapshot WHERE part = 2", []), ("DELETE FROM snapshot WHERE part = 1", []),
        ("UPDATE snapshot SET content = x'00' WHERE part = 2", []), ("UPDATE snapshot SET content = 'text'", []),
        ("UPDATE snapshot SET content = substr(content, 1, 56)", []),
        ("UPDATE snapshot SET content = zeroblob(32) WHERE part = 1", []),
        ("UPDATE snapshot SET content = CAST(substr(content, 1, 24) || x'FFFFFFFFFFFFFF7F' AS BLOB) WHERE part = 1", []),
        ("UPDATE snapshot SET content = CAST(x'02' || substr(content, 2) AS BLOB) WHERE part = 1", []),
        ("UPDATE snapshot SET content = CAST(x'01' || zeroblob(7) || x'FFFFFFFFFFFFFFFF' || substr(content, 17) AS BLOB) WHERE part = 1", []),
        ("INSERT INTO snapshot (content) SELECT content FROM snapshot WHERE part = 2", []),
        ("UPDATE snapshot SET content = CAST(substr(content, 1, 32) || x'03' || substr(content, 34) AS BLOB) WHERE part = 2", []),
        ("UPDATE snapshot SET content = CAST(substr(content, 1, 48) || x'07' || substr(content, 50) AS BLOB) WHERE part = 2",
         ["the snapshot tells otherwise of 1 picture than the rows do"]),
        ("UPDATE snapshot SET content = CAST(zeroblob(1) || substr(content, 2, 56) || zeroblob(1) || substr(content, 59) AS BLOB) WHERE part = 2",
         ["the snapshot tells otherwise of 2 pictures than the rows do"]),
        ("UPDATE snapshot SET content = CAST(substr(content, 1, 56) || zeroblob(56) || substr(content, 113) AS BLOB) WHERE part = 2", []),
        ("UPDATE snapshot SET content = CAST(substr(content, 57, 56) || substr(content, 1, 56) || substr(content, 113) AS BLOB) WHERE part = 2", []),
        ("INSERT INTO snapshot (content) VALUES (zeroblob(0))", []), ("INSERT INTO snapshot (content) VALUES (zeroblob(55))", []),
        ("DROP TRIGGER deleted", []),
        ("DELETE FROM pictures WHERE id = 5; DELETE FROM since_snapshot", ["the snapshot tells otherwise of 1 picture than the rows do"]),
    ] as [(String, [String])])
    func damage(change: String, findings: [String]) throws {
        try fill(80)
        try connection().run(change)
        let journal = try folder.journal()
        #expect(try journal.check() == findings)
        if findings.isEmpty {
            #expect(try rowsSinceSnapshot() == nil)
            #expect(try journal.known(SamplePicture.url("33"))?.asked == 1)
            try takeSnapshot()
            #expect(try rowsSinceSnapshot() == 0)
            #expect(try journal.check() == [])
        }
    }

    /// Names are looked for where the hash says, so it must be the same in every process.
    @Test func theHashIsKept() throws {
        try fill(80)
        let journal = try folder.journal()
        for number in 0..<80 { #expect(try journal.known(SamplePicture.url("\(number)"))?.asked == 1) }
        #expect(try journal.known(SamplePicture.url("80")) == nil)
        #expect(try journal.record(of: SamplePicture.url("79"))?.asked == 1)
        #expect(try journal.forget(Array("1*".utf8)) == 11)
        #expect(try rowsSinceSnapshot() == nil)
        #expect(try journal.known(SamplePicture.url("11")) == nil)
        #expect(try journal.known(SamplePicture.url("21"))?.asked == 1)
    }

    /// A disk that has no room for it loses nothing else.
    @Test(.needs(.smallDisk))
    func aFullDisk() throws {
        let disk = try SmallDisk(folder, "disk", size: "300k")
        defer { withExtendedLifetime(disk) {} }
        let journal = try folder.journal(.writing, "disk/j")
        try journal.keep((0..<4000).map { SamplePicture(key: SamplePicture.url("\($0)"), record: PictureRecord(asked: 1)) })
        let failure = #expect(throws: JournalFailure.self) { try folder.journal(.writing, "disk/j").takeSnapshot(ofAtLeast: 1) }
        #expect(failure?.kind == .diskFull)
        #expect(try journal.known(SamplePicture.url("33"))?.asked == 1)
        #expect(try journal.check() == [])
        #expect(try folder.journal(.reading, "disk/j").all().count == 4000)
    }
}
