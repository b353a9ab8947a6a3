import ImageHeaders
import TestSupport
import WeirBase

@testable import Journals

/// Pictures for journals, and the records that a run might make of them.
struct SamplePicture {
    let key: PictureKey
    let record: PictureRecord

    static let now: Int64 = 1_700_000_000

    static func random(using seed: inout Seed) -> SamplePicture {
        SamplePicture(key: key(Int.random(in: 0..<300, using: &seed), using: &seed), record: record(using: &seed))
    }

    static func url(_ text: String) -> PictureKey { .url(Array(text.utf8)) }

    static func file(_ path: Bytes, size: Int64 = 1000, seconds: Int64 = now - 1000) -> PictureKey {
        .file(path.all, FileStamp(device: 1, inode: 2, size: size, seconds: seconds, nanoseconds: 3))
    }

    static func header(_ width: Int = 30, _ height: Int = 20) -> ImageHeader {
        let size = PixelSize(width: width, height: height)
        return ImageHeader(format: .jpeg, displayed: size, stored: size, orientation: .up)
    }

    private static func key(_ number: Int, using seed: inout Seed) -> PictureKey {
        if number % 2 == 0 { return url("https://shop.example/\(number).jpg?v=\u{E9}") }
        // A path need not be text.
        return file(Bytes("/p/\(number).jpg") + [0xFF], size: Int64.random(in: 0...3, using: &seed))
    }

    private static func record(using seed: inout Seed) -> PictureRecord {
        var record = PictureRecord(asked: Int64.random(in: -5...now, using: &seed))
        if Bool.random(using: &seed) {
            let sides: [Int] = [1, 7, 1200, 65_535, Int(Int32.max)]
            let displayed = PixelSize(width: sides.randomElement(using: &seed)!, height: sides.randomElement(using: &seed)!)
            let orientation = Orientation.allCases.randomElement(using: &seed)!
            let turned = orientation.swapsSides ? PixelSize(width: displayed.height, height: displayed.width) : displayed
            let stored = Bool.random(using: &seed) ? turned : PixelSize(width: 5, height: 6)
            record.header = ImageHeader(
                format: ImageFormat.allCases.randomElement(using: &seed)!, displayed: displayed, stored: stored, orientation: orientation,
                traits: PictureTraits(bits: UInt16.random(in: 0..<1 << UInt16(PictureTraits.width), using: &seed)))
            record.bytes = [nil, 0, 1, 70_000, 1 << 39].randomElement(using: &seed)!
            record.succeeded = record.asked
        }
        record.headerEnd = [nil, 0, 1024].randomElement(using: &seed)!
        record.entityTag = [nil, [], Array("\"a\"".utf8), [0x22, 0xFF, 0x22]].randomElement(using: &seed)!
        record.lastModified = [nil, Array("Wed, 21 Oct 2015 07:28:00 GMT".utf8)].randomElement(using: &seed)!
        record.sha256 = [nil, Array(String(repeating: "0a", count: 32).utf8)].randomElement(using: &seed)!
        record.move = [nil, PictureRecord.Move(to: Array("https://cdn.example/a".utf8), at: now)].randomElement(using: &seed)!
        record.maxAge = [nil, 0, 31_536_000].randomElement(using: &seed)!
        record.outdatedUntil = [nil, now + 9].randomElement(using: &seed)!
        record.giver = [nil, 7, -7].randomElement(using: &seed)!
        if Bool.random(using: &seed) {
            record.streak = FailureStreak(
                failure: Failure(
                    Failure.Code.allCases.randomElement(using: &seed)!, ["", "said \"no\"\n", "\u{E9}"].randomElement(using: &seed)!),
                status: [nil, 404, 503].randomElement(using: &seed)!, count: Int.random(in: 1...9, using: &seed),
                retryAt: now + Int64.random(in: -9...9, using: &seed))
        }
        return record
    }
}

extension TemporaryFolder {
    func journal(_ access: Journal.Access = .writing, _ name: Bytes = "j", patience: Int32 = 0) throws -> Journal {
        try Journal(path(of: name).all, access, patience: patience)
    }

    /// Gives every row of a journal the checksum that fits it, after another program has changed rows.
    func writeChecksums() throws {
        let connection = try Connection(path(of: "j").all, creates: false, patience: 0)
        try connection.run("UPDATE pictures SET checksum = \(RowChecksum.function)(\(RowChecksum.columns))")
    }

    func bytes(of name: Bytes) -> [UInt8] {
        (try? Fixtures.bytes(of: String(decoding: path(of: name).all, as: UTF8.self))) ?? []
    }
}

extension Journal {
    /// Records all these pictures and flushes.
    func keep(_ pictures: [SamplePicture]) throws {
        var writer = writer()
        for picture in pictures { try writer.record(picture.key, picture.record) }
        try writer.flush()
    }

    func keep(_ key: PictureKey, _ change: (inout PictureRecord) -> Void = { _ in }) throws {
        var record = PictureRecord(asked: SamplePicture.now)
        record.succeed(SamplePicture.header(), at: SamplePicture.now)
        change(&record)
        try keep([SamplePicture(key: key, record: record)])
    }

    func known(_ key: PictureKey) throws -> RecordedPicture? { try lookup([key])[0] }

    func all(_ selection: JournalRows.Selection = .all) throws -> [JournalRow] {
        var found: [JournalRow] = []
        var rows = try rows(selection)
        while let row = try rows.next() { found.append(row) }
        return found
    }
}
