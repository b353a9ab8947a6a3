import ImageHeaders
import Journals
import TestSupport
import Testing

/// A journal in which bits have flipped on the disk. Each picture is known as it was recorded, or is unknown, or the
/// file is refused as damaged.
@Suite struct FlippedBitsTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static func pictures(_ count: Int, using seed: inout Seed) -> [[UInt8]: SamplePicture] {
        var pictures: [[UInt8]: SamplePicture] = [:]
        while pictures.count < count {
            let picture = SamplePicture.random(using: &seed)
            pictures[picture.key.name] = picture
        }
        return pictures
    }

    /// Some bits, or some whole bytes, near each other or anywhere.
    private static func flip(_ bytes: inout [UInt8], using seed: inout Seed) {
        let isNear = Bool.random(using: &seed)
        let start = Int.random(in: 0..<bytes.count, using: &seed)
        for _ in 0..<Int.random(in: 1...4, using: &seed) {
            let index =
                isNear ? min(start + Int.random(in: 0..<64, using: &seed), bytes.count - 1) : Int.random(in: 0..<bytes.count, using: &seed)
            if Bool.random(using: &seed) {
                bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &seed)
            } else {
                bytes[index] = .random(in: 0...255, using: &seed)
            }
        }
    }

    @Test(arguments: 0..<11)
    func everyRecordedPictureIsTrue(round: Int) throws {
        var seed = Seed.announced(for: "FlippedBitsTests.everyRecordedPictureIsTrue \(round)")
        let pictures = Self.pictures(60, using: &seed)
        let keys = pictures.values.map(\.key)
        try folder.journal().keep(Array(pictures.values))
        let whole = folder.bytes(of: "j")
        let known = try folder.journal(.reading).lookup(keys)
        for mutation in 0..<40 {
            var bytes = whole
            Self.flip(&bytes, using: &seed)
            try folder.add("j", Bytes(bytes))
            let context = "\(seed), mutation \(mutation)"
            do {
                let journal = try folder.journal(.reading)
                let found = try journal.lookup(keys)
                for (found, known) in zip(found, known) { #expect(found == nil || found == known, "\(context)") }
                try expectTrueRows(journal, pictures, context)
            } catch let failure as JournalFailure {
                #expect(!failure.reason.isEmpty, "\(context)")
            }
        }
    }

    private func expectTrueRows(_ journal: Journal, _ pictures: [[UInt8]: SamplePicture], _ context: String) throws {
        for picture in pictures.values {
            let record = try journal.record(of: picture.key)
            #expect(record == nil || record == picture.record, "\(context)")
        }
        for row in try journal.all(.failed) { #expect(row.record == pictures[row.name]?.record, "\(context)") }
        let rows = try journal.all()
        for row in rows { #expect(row.record == pictures[row.name]?.record, "\(context)") }
        #expect(try journal.statistics(at: SamplePicture.now).pictures == rows.count, "\(context)")
        // If a picture is missing, a check says so.
        #expect(try rows.count == pictures.count || !journal.check().isEmpty, "\(context)")
    }
}
