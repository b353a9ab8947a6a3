import ImageHeaders
import Journals
import TestSupport
import Testing
import WeirBase

/// When a size is trusted without a request, and when a failed picture is tried again, also with wrong clocks.
@Suite struct FreshnessTests {
    private let folder: TemporaryFolder
    private static let now = SamplePicture.now
    private static let day: Int64 = 24 * 3600

    init() throws { folder = try TemporaryFolder() }

    @Test(
        arguments: [
            // Asked for now, an hour ago, at the limit; with no trust at all; by a clock that ran ahead.
            (0, 3600, true), (-3600, 7200, true), (-3600, 3600, false), (-3599, 3600, true), (0, 0, false), (1, 3600, false),
            (day, 10 * day, false), (day, Int64.max, false), (-day, Int64.max, true),
        ] as [(Int64, Int64, Bool)])
    func urls(asked: Int64, maxAge: Int64, isFresh: Bool) throws {
        let journal = try folder.journal()
        let key = SamplePicture.url("https://s.example/a.jpg")
        try journal.keep(key) { $0.asked += asked }
        let known = try #require(try journal.known(key))
        #expect(known.isFresh(at: Self.now, maxAge: maxAge) == isFresh)
        #expect(known.facts?.size == PixelSize(width: 30, height: 20))
    }

    /// The time until which a cache may have the picture before the last, of answers with these sizes, lengths and promises.
    @Test(
        arguments: [
            ([(30, 9, 60)], nil), ([(30, 9, 60), (30, 9, 60)], nil), ([(30, 9, nil), (31, 9, 60)], nil), ([(30, 9, 60), (31, 9, nil)], 60),
            ([(30, 9, 60), (30, 8, nil)], 60), ([(30, 9, 60), (31, 9, nil), (31, 9, nil)], 60),
            ([(30, 9, 60), (31, 9, 5), (32, 9, 5)], 60),
            ([(30, 9, 5), (31, 9, 60), (32, 9, 5)], 70), ([(30, 9, 5), (31, 9, 5), (31, 9, 5)], nil),
            ([(30, nil, 60), (30, 9, 60)], nil), ([(30, 9, 60), (30, nil, 60)], nil), ([(30, 9, 0), (31, 9, 60)], nil),
        ] as [([(Int, Int64?, Int64?)], Int64?)])
    func replacements(answers: [(Int, Int64?, Int64?)], seconds: Int64?) {
        var record = PictureRecord(asked: Self.now)
        for (index, (width, bytes, maxAge)) in answers.enumerated() {
            record.succeed(SamplePicture.header(width), bytes: bytes, maxAge: maxAge, at: Self.now + Int64(index) * 5)
        }
        let first = answers.count == 1 || seconds == 70 ? 0 : 5
        #expect(record.outdatedUntil == seconds.map { Self.now + Int64(first) + $0 })
    }

    @Test(arguments: [
        (SamplePicture.file("/a.jpg"), true), (SamplePicture.file("/a.jpg", size: 1001), false),
        (SamplePicture.file("/a.jpg", seconds: now - 999), false), (SamplePicture.url("/a.jpg"), false),
    ])
    func files(key: PictureKey, isFresh: Bool) throws {
        let journal = try folder.journal()
        try journal.keep(SamplePicture.file("/a.jpg"))
        let known = try #require(try journal.known(key))
        #expect(known.isFresh(at: Self.now, maxAge: 0) == isFresh)
        #expect(known.hasChanged == (!isFresh && key.stamp != nil))
    }

    /// A file that was written just before it was measured may have been written once more.
    @Test(arguments: [(-3, true), (-2, true), (-1, false), (0, false), (1, false), (day, false)] as [(Int64, Bool)])
    func filesWrittenToJustNow(seconds: Int64, isFresh: Bool) throws {
        let journal = try folder.journal()
        let key = SamplePicture.file("/a.jpg", seconds: Self.now + seconds)
        try journal.keep(key)
        #expect(try journal.known(key)?.isFresh(at: Self.now + 5 * Self.day, maxAge: 0) == isFresh)
    }

    @Test(
        arguments: [
            (-100, 0, true), (-100, 1, false), (-100, -1, true), (1, 100, true), (-100, 7 * day, false), (-100, 7 * day + 1, true),
        ] as [(Int64, Int64, Bool)])
    func failures(asked: Int64, retryAt: Int64, isDue: Bool) throws {
        let journal = try folder.journal()
        let key = SamplePicture.url("https://s.example/a.jpg")
        try journal.keep(key) {
            $0.asked += asked
            $0.streak = FailureStreak(failure: Failure(.timeout), count: 1, retryAt: Self.now + retryAt)
        }
        let known = try #require(try journal.known(key))
        #expect(known.isFailing)
        #expect(!known.isFresh(at: Self.now, maxAge: Int64.max))
        #expect(known.isDue(at: Self.now) == isDue)
    }

    @Test func aFailedFileThatChanged() throws {
        let journal = try folder.journal()
        try journal.keep(SamplePicture.file("/a.jpg")) {
            $0.fail(Failure(.corrupt), at: Self.now, for: SamplePicture.file("/a.jpg"))
        }
        #expect(try journal.known(SamplePicture.file("/a.jpg"))?.isDue(at: Self.now + 1) == false)
        #expect(try journal.known(SamplePicture.file("/a.jpg", size: 5))?.isDue(at: Self.now + 1) == true)
    }

    @Test func aLife() {
        let key = SamplePicture.url("https://s.example/a.jpg")
        var record = PictureRecord(asked: 0)
        record.fail(Failure(.timeout), at: 100, for: key)
        #expect(record.streak?.count == 1 && record.asked == 100 && record.header == nil)
        record.succeed(SamplePicture.header(), bytes: 7, headerEnd: 5, entityTag: [1], at: 200)
        #expect(record.streak == nil && record.succeeded == 200 && record.bytes == 7 && record.headerEnd == 5)
        record.fail(Failure(.httpStatus), status: 503, at: 300, for: key)
        record.fail(Failure(.notFound), status: 404, at: 400, for: key)
        #expect(record.header == SamplePicture.header() && record.entityTag == [1] && record.succeeded == 200)
        #expect(record.streak?.count == 2 && record.streak?.status == 404 && record.streak?.failure == Failure(.notFound))
        record.stayTheSame(at: 500)
        #expect(record.streak == nil && record.asked == 500 && record.succeeded == 500 && record.header == SamplePicture.header())
    }

    /// A URL with a version is trusted as long as the version is the journal's, whatever its age. 6 is 7 without its proof.
    @Test(
        arguments: [
            (7, 7, 0, true), (7, 9, 0, false), (7, 9, 3600, false), (7, 0, 0, false), (7, 0, 1 << 40, true), (0, 7, 0, false),
            (6, 7, 0, false), (6, 7, 1 << 40, true), (6, 9, 1 << 40, false),
        ] as [(Int64, Int64, Int64, Bool)])
    func versions(recorded: Int64, stated: Int64, maxAge: Int64, isFresh: Bool) throws {
        let journal = try folder.journal()
        try journal.keep(PictureKey.url(Array("http://h/a".utf8), version: recorded))
        let known = try #require(try journal.known(PictureKey.url(Array("http://h/a".utf8), version: stated)))
        #expect(known.isFresh(at: Self.now, maxAge: maxAge) == isFresh)
        #expect(known.hasChanged == (recorded != 0 && stated != 0 && recorded | 1 != stated))
    }
}
