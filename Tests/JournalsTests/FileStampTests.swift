import Testing

@testable import Journals

@Suite struct FileStampTests {
    /// Stamps that differ in one number have different fingerprints.
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
