import TestSupport
import Testing

@testable import Journals

/// A table that finds pictures by hashes alone.
@Suite struct KnownTableTests {
    @Test(arguments: [700, 768, 769, 1000, 5000], [0, 1, 10_000])
    func whileItGrows(count: Int, room: Int) {
        var table = KnownTable()
        table.reserve(room)
        for round in 0..<2 {
            for number in 0..<count {
                var record = PictureRecord(asked: Int64(number + round))
                record.bytes = Int64(number)
                table.set(SamplePicture.url("\(number)"), record, id: Int64(number))
            }
        }
        #expect(table.count == count)
        var keys = KeyBatch()
        for number in 0...count { keys.append(SamplePicture.url("\(number)")) }
        let found = table.lookup(keys)
        #expect(found.map { $0?.bytes } == (0..<count).map { Int64($0) } + [nil])
        #expect(found.map { $0?.asked } == (0..<count).map { Int64($0 + 1) } + [nil])
    }

    /// Stamps that differ in one number differ.
    @Test func fingerprints() {
        let sizes: [Int64] = [0, 1, 2, 1 << 40]
        var prints: [Int64] = []
        for size in sizes {
            for seconds in sizes {
                for nanoseconds: Int32 in [0, 1, 999_999_999] {
                    prints += [1, 2].map {
                        FileStamp(device: 1, inode: $0, size: size, seconds: seconds, nanoseconds: nanoseconds).fingerprint
                    }
                }
            }
        }
        #expect(Set(prints).count == prints.count)
        #expect(!prints.contains(0))
    }
}
