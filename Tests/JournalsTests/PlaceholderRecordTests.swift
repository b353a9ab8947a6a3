import ImageHeaders
import Pixels
import TestSupport
import Testing
import WeirBase

@testable import Journals

/// The placeholders that a journal keeps belong to one content of a picture.
@Suite struct PlaceholderRecordTests {
    private let folder: TemporaryFolder
    private static let key = SamplePicture.url("https://shop.example/a.jpg")
    private static let hashes = PlaceholderRecord(Placeholders([.thumbhash], [.thumbhash: "AAgCBIAAAA=="]))

    init() throws { folder = try TemporaryFolder() }

    private static func keep(_ record: PlaceholderRecord, of key: PictureKey = key, in journal: Journal) throws {
        var writer = journal.writer()
        try writer.record(key, record)
        try writer.flush()
    }

    private static func placeholders(in journal: Journal, of key: PictureKey = key) throws -> PlaceholderRecord? {
        try journal.placeholders(of: [key])[0]
    }

    /// Any kinds, with or without their texts, come back as they were, also from the file.
    @Test func comeBack() throws {
        let kinds = Placeholders.Kind.allCases
        let journal = try folder.journal()
        try journal.keep(Self.key)
        for bits in 0..<1 << kinds.count {
            let some = Set(kinds.indices.filter { bits >> $0 & 1 == 1 }.map { kinds[$0] })
            for hasTexts in [true, false] {
                let texts = hasTexts ? some.flatMap(\.keys).map { ($0, "text of \($0)") } : []
                let record = PlaceholderRecord(Placeholders(some, Dictionary(uniqueKeysWithValues: texts)))
                try Self.keep(record, in: journal)
                #expect(try Self.placeholders(in: journal) == record)
                #expect(try Self.placeholders(in: folder.journal(.reading)) == record)
            }
        }
        let failed = PlaceholderRecord(failure: Failure(.corrupt, "row 3"))
        try Self.keep(failed, in: journal)
        #expect(try Self.placeholders(in: folder.journal(.reading)) == failed)
        #expect(try journal.check() == [])
    }

    private enum Change: CaseIterable {
        case nothing, askedAgain, failed, moved, tag, noTag, date, length, size, hash

        var leavesContent: Bool { [.nothing, .askedAgain, .failed, .moved].contains(self) }

        func apply(to record: inout PictureRecord) {
            switch self {
            case .nothing: break
            case .askedAgain: record.stayTheSame(at: SamplePicture.now + 9)
            case .failed: record.fail(Failure(.timeout), at: SamplePicture.now, for: key)
            case .moved: record.move = PictureRecord.Move(to: Array("https://b.example/".utf8), at: 5)
            case .tag: record.entityTag = Array("\"b\"".utf8)
            case .noTag: record.entityTag = nil
            case .date: record.lastModified = Array("now".utf8)
            case .length: record.bytes = 7
            case .size: record.header = SamplePicture.header(31, 20)
            case .hash: record.sha256 = Array("ab".utf8)
            }
        }
    }

    /// A change of what the record says of the content makes the placeholders unknown; a change of anything else does not.
    @Test(arguments: Change.allCases)
    private func belongToOneContent(change: Change) throws {
        let journal = try folder.journal()
        try journal.keep(Self.key) { $0.entityTag = Array("\"a\"".utf8) }
        try Self.keep(Self.hashes, in: journal)
        try journal.keep(Self.key) {
            $0.entityTag = Array("\"a\"".utf8)
            change.apply(to: &$0)
        }
        #expect(try (Self.placeholders(in: journal) != nil) == change.leavesContent)
    }

    /// Without a tag, a date or a hash nothing tells that a picture that was measured again is the same one.
    @Test func measuredAgain() throws {
        let journal = try folder.journal()
        let file = SamplePicture.file("/p/a.jpg")
        try journal.keep(file)
        try Self.keep(Self.hashes, of: file, in: journal)
        try journal.keep(file) { $0.fail(Failure(.notFound), at: SamplePicture.now + 1, for: file) }
        #expect(try Self.placeholders(in: journal, of: file) == Self.hashes)
        try journal.keep(file) { $0.succeeded = SamplePicture.now + 1 }
        #expect(try Self.placeholders(in: journal, of: file) == nil)
        // Also if it was measured twice within a second.
        try journal.keep(file)
        #expect(try Self.placeholders(in: journal, of: file) == Self.hashes)
        try journal.keep(SamplePicture.file("/p/a.jpg", seconds: SamplePicture.now - 900))
        #expect(try Self.placeholders(in: journal, of: file) == nil)
    }

    /// A picture that the journal does not know has no placeholders, and a forgotten one leaves none to the next picture.
    @Test func unknownAndForgotten() throws {
        let journal = try folder.journal()
        try Self.keep(Self.hashes, in: journal)
        #expect(try Self.placeholders(in: journal) == nil)
        try journal.keep(Self.key)
        try Self.keep(Self.hashes, in: journal)
        #expect(try journal.statistics(at: SamplePicture.now).withPlaceholders == 1)
        #expect(try journal.forget(Array("*".utf8)) == 1)
        #expect(try journal.statistics(at: SamplePicture.now).withPlaceholders == 0)
        let other = SamplePicture.url("https://shop.example/b.jpg")
        try journal.keep(other)
        #expect(try Self.placeholders(in: journal, of: other) == nil)
    }

    /// Flipped bits of a row make the placeholders unknown, and a check tells them.
    @Test(arguments: [
        "thumbhash = 'AAgCBIAAAB=='", "thumbhash = NULL", "kinds = 3", "blurhash = ''", "phash = '0'", "content = 'blank'", "source = 'x'",
        "range = 'hdr'",
        "failure = 'corrupt'", "message = 'x'", "id = 2",
        "version = version + 1", "checksum = checksum + 1",
    ])
    func flippedBits(change: String) throws {
        let journal = try folder.journal()
        try journal.keep(Self.key)
        try Self.keep(Self.hashes, in: journal)
        try Connection(folder.path(of: "j").all, creates: false, patience: 0).run("UPDATE placeholders SET \(change)")
        let damaged = try folder.journal()
        #expect(try Self.placeholders(in: damaged) == nil)
        #expect(try damaged.check() == ["1 row of placeholders does not fit its checksum"])
        try Self.keep(Self.hashes, in: damaged)
        #expect(try Self.placeholders(in: damaged) == Self.hashes)
    }

    @Test func export() throws {
        let journal = try folder.journal()
        try journal.keep(Self.key)
        try Self.keep(PlaceholderRecord(Placeholders([.color], [.meanColor: "#010203"])), in: journal)
        var line = ByteBuffer()
        try journal.all()[0].appendLine(to: &line)
        #expect(String(decoding: line.bytes, as: UTF8.self).hasSuffix(",\"meanColor\":\"#010203\"}\n"))
        line.removeAll()
        try Self.keep(PlaceholderRecord(failure: Failure(.truncated, "in row 3")), in: journal)
        try journal.all()[0].appendLine(to: &line)
        #expect(String(decoding: line.bytes, as: UTF8.self).hasSuffix(",\"undecoded\":\"in row 3\"}\n"))
    }
}
