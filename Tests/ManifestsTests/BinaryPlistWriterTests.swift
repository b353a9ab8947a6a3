import Manifests
import TestSupport
import Testing

@Suite struct BinaryPlistWriterTests {
    @Test func noEntries() {
        let expected: Bytes =
            Bytes("bplist00") + [0xA0] + [0x08]
            + Bytes(zeros: 6) + [1, 4] + .big(UInt64(1)) + .big(UInt64(0)) + .big(UInt64(9))
        #expect(manifest(.binaryPlist, of: []) == expected.all)
    }

    /// A number has one, two, four or eight bytes.
    @Test(arguments: [(0, 1), (255, 1), (256, 2), (65_535, 2), (65_536, 4), (1 << 32 - 1, 4), (1 << 32, 8), (-1, 8)])
    func numbers(number: Int, length: Int) {
        func count(_ number: Int) -> Int {
            manifest(.binaryPlist, of: [SampleEntry(extras: [.init(name: "bytes", value: .number(number))])]).count
        }
        #expect(count(number) == count(7) + length - 1)
    }

    /// The offset of the table decides how many bytes an offset has, as in Apple's own property lists.
    @Test(arguments: [(254, 1), (255, 1), (256, 2), (257, 2), (65_535, 2), (65_536, 4)])
    func offsetLengths(tableOffset: Int, length: Int) {
        func list(_ count: Int) -> [UInt8] {
            manifest(.binaryPlist, of: [SampleEntry(img: String(repeating: "a", count: count), price: "")])
        }
        let sample = list(100)
        let tableOffset = UInt64(tableOffset)
        // A text of more than 255 bytes has a length of two bytes.
        let count = 100 + Int(tableOffset) - Int(sample[sample.count - 1]) + (tableOffset > 1000 ? -1 : 0)
        let trailer = list(count).suffix(32)
        #expect(Array(trailer.suffix(8)) == Bytes.big(tableOffset).all)
        #expect(trailer[trailer.startIndex + 6] == length)
    }

    /// Every object of two entries, and its offset.
    @Test func entries() {
        let second = SampleEntry(
            width: 65_536, height: 256, img: "靴😀", price: "", extras: [.init(name: "bytes", value: .number(1 << 40))])
        var expected = Bytes("bplist00")
        var offsets: Bytes = []
        func object(_ bytes: Bytes...) {
            offsets += [UInt8(expected.count)]
            expected += bytes.reduce([], +)
        }
        func references(_ indexes: Int...) -> Bytes { indexes.reduce([]) { $0 + .big(UInt32($1)) } }
        object([0x51], "w")
        object([0x51], "h")
        object([0x53], "img")
        object([0x55], "price")
        object([0x10, 200])
        object([0x11, 1, 19])
        object([0x5F, 0x10, 25], "https://example.com/a.jpg")
        object([0x64, 0, 0xA5, 0, 0x31, 0, 0x36, 0, 0x39])
        object([0xD4], references(0, 1, 2, 3), references(4, 5, 6, 7))
        object([0x55], "bytes")
        object([0x12, 0, 1, 0, 0])
        object([0x11, 1, 0])
        object([0x63, 0x97, 0x74, 0xD8, 0x3D, 0xDE, 0x00])
        object([0x50])
        object([0x13, 0, 0, 1, 0, 0, 0, 0, 0])
        object([0xD5], references(0, 1, 2, 3, 9), references(10, 11, 12, 13, 14))
        object([0xA2], references(8, 15))
        let table = UInt64(expected.count)
        expected += offsets + Bytes(zeros: 6) + [1, 4] + .big(UInt64(17)) + .big(UInt64(16)) + .big(table)
        #expect(manifest(.binaryPlist, of: [SampleEntry(), second]) == expected.all)
    }

    /// Counts and lengths around every limit of the format, offsets of one, two and four bytes, and objects of 64 and 8192 bytes.
    @Test(arguments: [1, 14, 15, 16, 255, 256, 257, 14_000])
    func bounds(count: Int) throws {
        let entries = (0..<count).map { index in
            let lengths = [1, 14, 61, 15, 8188, 16, 255, 256, count == 16 ? 65_536 : 257]
            let sign = index % 2 == 0 ? "x" : "靴"
            return SampleEntry(
                width: [1, 255, 256, 65_535, 65_536, Int(UInt32.max), Int(UInt32.max) + 1, Int.max][index % 8], height: index + 1,
                img: count > 1000 ? "\(index)" : String(repeating: sign, count: lengths[index % lengths.count]), price: sign)
        }
        try expectReadable(entries)
    }

    @Test func manyKeys() throws {
        let extras = (0..<20).map { SampleEntry.Extra(name: "key \($0)", value: .number($0 - 10)) }
        try expectReadable((0...20).map { SampleEntry(extras: Array(extras.prefix($0))) })
    }

    @Test func randomEntries() throws {
        var seed = Seed.announced(for: "BinaryPlistWriterTests.randomEntries")
        for count in [0, 1, 3, 300] {
            try expectReadable((0..<count).map { _ in SampleEntry.randomWithExtras(using: &seed) })
        }
    }

    private func expectReadable(_ entries: [SampleEntry]) throws {
        let bytes = manifest(.binaryPlist, of: entries)
        let expected = ForeignManifest(entries)
        #expect(try ForeignManifest(plist: bytes, format: .binary) == expected)
        #expect(try ForeignManifest(plistOfPython: bytes) == expected)
    }
}
