import TestSupport
import Testing

@testable import Journals

/// A table that finds pictures by hashes alone.
@Suite struct KnownTableTests {
    private let hash = NameHash()

    private func hashed(_ name: [UInt8]) -> NameHash.Value { name.withUnsafeBytes { hash.value(of: $0) } }

    /// Names that are nearly the same, of all lengths, have hashes of their own.
    @Test func namesThatAreAlike() {
        var names: Set<[UInt8]> = [[]]
        for length in 1...80 {
            for byte: UInt8 in [0, 1, 0x61, 0xFF] {
                let name = [UInt8](repeating: byte, count: length)
                names.insert(name)
                for place in name.indices {
                    var other = name
                    other[place] ^= 1
                    names.insert(other)
                }
            }
        }
        let hashes = Set(names.map { [hashed($0).first, hashed($0).second] })
        #expect(hashes.count == names.count && names.count > 10_000)
    }

    /// The first half of a hash alone tells a hundred thousand names apart, and so does the second.
    @Test func halves() {
        let hashes = (0..<100_000).map { hashed(Array("https://shop.example/\($0).jpg".utf8)) }
        #expect(Set(hashes.map(\.first)).count == hashes.count)
        #expect(Set(hashes.map(\.second)).count == hashes.count)
    }

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
