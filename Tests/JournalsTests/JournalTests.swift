import Foundation
import ImageHeaders
import Journals
import TestSupport
import Testing
import WeirBase

/// Recorded pictures are found by every later run.
@Suite struct JournalTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A journal and a dictionary get the same records, flushes, reopenings and deletions, in random order, and have
    /// the same content.
    @Test(arguments: 0..<8)
    func agreesWithADictionary(round: Int) throws {
        var seed = Seed.announced(for: "JournalTests.agreesWithADictionary \(round)")
        var expected: [[UInt8]: SamplePicture] = [:]
        for _ in 0..<6 {
            let journal = try folder.journal()
            for _ in 0..<4 {
                let pictures = (0..<Int.random(in: 0...120, using: &seed)).map { _ in SamplePicture.random(using: &seed) }
                try journal.keep(pictures)
                for picture in pictures { expected[picture.key.name] = picture }
                if Int.random(in: 0..<4, using: &seed) == 0 {
                    let digit = Int.random(in: 0..<10, using: &seed)
                    let gone = expected.keys.filter { $0.starts(with: Array("/p/\(digit)".utf8)) }
                    #expect(try journal.forget(Array("/p/\(digit)*".utf8)) == gone.count, "\(seed)")
                    for name in gone { expected[name] = nil }
                }
            }
            try expectSame(journal, expected, seed)
        }
        try expectSame(folder.journal(.reading), expected, seed)
        #expect(try folder.journal().check() == [], "\(seed)")
    }

    private func expectSame(_ journal: Journal, _ expected: [[UInt8]: SamplePicture], _ seed: Seed) throws {
        let sorted = expected.values.sorted { $0.key.name.lexicographicallyPrecedes($1.key.name) }
        let found = try journal.all()
        #expect(found.map(\.name) == sorted.map(\.key.name), "\(seed)")
        #expect(found.map(\.record) == sorted.map(\.record), "\(seed)")
        #expect(found.map(\.isFile) == sorted.map { $0.key.stamp != nil }, "\(seed)")
        let keys = sorted.map(\.key) + [SamplePicture.url("https://shop.example/unknown.jpg")]
        let known = try journal.lookup(keys)
        #expect(known.count == sorted.count + 1 && known.last == .some(nil))
        for (known, picture) in zip(known, sorted) {
            let record = picture.record
            #expect(known?.facts?.size == record.header?.displayed, "\(seed)")
            #expect(known?.facts?.format == record.header?.format, "\(seed)")
            #expect(known?.facts?.orientation == record.header?.orientation, "\(seed)")
            #expect(known?.facts?.bytes == record.bytes, "\(seed)")
            #expect(known?.asked == record.asked, "\(seed)")
            #expect(known?.retryAt == record.streak?.retryAt, "\(seed)")
            #expect(try journal.record(of: picture.key) == record, "\(seed)")
        }
    }

    @Test func unflushedRowsAreLost() throws {
        let journal = try folder.journal()
        try journal.keep(SamplePicture.url("a"))
        do {
            var writer = journal.writer()
            try writer.record(SamplePicture.url("b"), PictureRecord(asked: 1))
            #expect(writer.unflushed == 1)
            #expect(try journal.known(SamplePicture.url("b")) != nil)
            #expect(try folder.journal(.reading).all().count == 1)
        }
        #expect(try journal.all().map(\.name) == [Array("a".utf8)])
        #expect(try journal.known(SamplePicture.url("b")) == nil)
        #expect(try journal.known(SamplePicture.url("a")) != nil)
    }

    /// Somebody may exchange the journal's folder for a link while a run has the journal open, so that SQLite would make
    /// its other files elsewhere.
    @Test func aFolderThatIsExchanged() throws {
        try folder.addFolder("mine")
        try folder.addFolder("victim")
        let journal = try folder.journal(.writing, "mine/j")
        try #require(rename(folder.path + "/mine", folder.path + "/moved") == 0)
        try folder.addLink("mine", to: "victim")
        for name in ["a", "b"] { try journal.keep(SamplePicture.url(name)) }
        #expect(try journal.all().count == 2)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/victim") == [])
        #expect(try folder.journal(.reading, "moved/j").all().count == 2)
    }

    /// A row whose content does not change is not written again.
    @Test func theSameIsNotWritten() throws {
        var seed = Seed.announced(for: "JournalTests.theSameIsNotWritten")
        var pictures: [[UInt8]: SamplePicture] = [:]
        for _ in 0..<500 {
            let picture = SamplePicture.random(using: &seed)
            pictures[picture.key.name] = picture
        }
        try folder.journal().keep(Array(pictures.values))
        let before = folder.bytes(of: "j")
        let journal = try folder.journal()
        try journal.keep(Array(pictures.values))
        #expect(folder.bytes(of: "j-wal") == [], "\(seed)")
        withExtendedLifetime(journal) {}
        #expect(folder.bytes(of: "j") == before, "\(seed)")
    }

    @Test(arguments: [
        ("*", 4), ("a/*", 2), ("a/?", 1), ("a/[bc]*", 2), ("", 0), ("A/*", 0), ("a/b", 1), ("https://*/\u{E9}.jpg", 1), ("'", 0),
    ])
    func forgets(pattern: String, count: Int) throws {
        let journal = try folder.journal()
        for name in ["a/b", "a/cd/e", "x", "https://s.example/q/\u{E9}.jpg"] { try journal.keep(SamplePicture.url(name)) }
        #expect(try journal.forget(Array(pattern.utf8)) == count)
        #expect(try journal.all().count == 4 - count)
    }

    @Test func countsAndFailures() throws {
        let journal = try folder.journal()
        let now = SamplePicture.now
        let failures: [(String, Failure.Code, asked: Int64, retryAt: Int64)] = [
            ("due", .timeout, now - 100, now), ("not due", .timeout, now - 100, now + 1), ("gone", .notFound, now - 100, now + 1),
            ("far", .notFound, now - 100, now + 8 * 24 * 3600), ("asked tomorrow", .dns, now + 24 * 3600, now + 25 * 3600),
        ]
        for (name, code, asked, retryAt) in failures {
            try journal.keep(SamplePicture.url(name)) {
                $0.asked = asked
                $0.streak = FailureStreak(failure: Failure(code), count: 1, retryAt: retryAt)
            }
        }
        try journal.keep(SamplePicture.url("fine"))
        let statistics = try journal.statistics(at: now)
        #expect(statistics.pictures == 6 && statistics.ok == 1 && statistics.due == 3)
        #expect(statistics.failed.map(\.code) == [.dns, .notFound, .timeout])
        #expect(statistics.failed.map(\.pictures) == [1, 2, 2])
        #expect(statistics.sized == 6 && statistics.lastAsked == now + 24 * 3600)
        #expect(statistics.bytes > 4096)
        #expect(try journal.all(.failed).map(\.name) == ["asked tomorrow", "due", "far", "gone", "not due"].map { Array($0.utf8) })
    }

    /// Two programs write in turn; no picture gets two rows.
    @Test func twoWriters() throws {
        let one = try folder.journal()
        let two = try folder.journal()
        for round in 0..<6 {
            let journal = round % 2 == 0 ? one : two
            try journal.keep(
                ["a", "b", "\(round)"].map {
                    SamplePicture(key: SamplePicture.url($0), record: PictureRecord(asked: Int64(round)))
                })
        }
        #expect(try one.all().count == 8)
        #expect(try one.record(of: SamplePicture.url("a"))?.asked == 5)
        #expect(try one.check() == [])
    }

    @Test func readersDoNotWait() throws {
        let journal = try folder.journal()
        try journal.keep(SamplePicture.url("a"))
        var writer = journal.writer()
        try writer.record(SamplePicture.url("b"), PictureRecord(asked: 1))
        #expect(try folder.journal(.reading).all().count == 1)
        // A second writer waits, and gets a failure after the time limit.
        let failure = #expect(throws: JournalFailure.self) { try folder.journal().keep(SamplePicture.url("c")) }
        #expect(failure?.kind == .locked)
        try writer.flush()
        try folder.journal().keep(SamplePicture.url("c"))
        #expect(try journal.all().count == 3)
    }

    @Test func threads() async throws {
        let journal = try folder.journal()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 0..<4 {
                group.addTask {
                    for number in 0..<200 {
                        let known = try journal.known(SamplePicture.url("\(worker)/\(number)"))
                        #expect(known == nil)
                    }
                }
            }
            group.addTask { for number in 0..<50 { try journal.keep(SamplePicture.url("x\(number)")) } }
            try await group.waitForAll()
        }
        #expect(try journal.all().count == 50)
    }

    @Test func manyRows() throws {
        let journal = try folder.journal()
        let pictures = (0..<20_000).map {
            SamplePicture(key: SamplePicture.url("https://s.example/\($0)"), record: PictureRecord(asked: Int64($0)))
        }
        try journal.keep(pictures)
        // Gaps between ids are skipped.
        #expect(try journal.forget(Array("https://s.example/1????".utf8)) == 10_000)
        let again = try folder.journal(.reading)
        for number in [0, 9_999, 10_000, 19_999] {
            let isThere = number < 10_000
            #expect(try again.known(pictures[number].key)?.asked == (isThere ? Int64(number) : nil))
        }
    }
}
