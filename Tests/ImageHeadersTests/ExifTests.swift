import ImageHeaders
import TestSupport
import Testing

/// The orientation of a JPEG, with Exif blocks that no camera writes.
@Suite struct ExifTests {
    private func orientation(_ segments: Bytes) throws -> Int {
        let picture = [0xFF, 0xD8] + segments + .frame(width: 30, height: 20)
        return try readHeader(of: picture.all[...], .exact).result.get().orientation.rawValue
    }

    private func block(_ content: Bytes) -> Bytes { .segment(0xE1, Bytes("Exif\0\0") + content) }

    @Test func firstBlockCounts() throws {
        #expect(try orientation(block(.exif(orientation: 6)) + block(.exif(orientation: 3))) == 6)
        #expect(try orientation(block(.tiff([])) + block(.exif(orientation: 3))) == 1)
        let other = Bytes.segment(0xE1, Bytes("http://ns.adobe.com/xap/1.0/\0"))
        #expect(try orientation(other + block(.exif(orientation: 8))) == 8)
    }

    /// The reader ends at the frame header, even if it has more bytes.
    @Test(arguments: Feeding.allCases)
    func blockBehindTheFrameHeader(_ feeding: Feeding) throws {
        let picture = [0xFF, 0xD8] + Bytes.frame(width: 30, height: 20) + block(.exif(orientation: 6))
        #expect(try readHeader(of: picture.all[...], feeding).result.get().orientation == .up)
    }

    @Test(arguments: Feeding.allCases)
    func firstFrameHeaderCounts(_ feeding: Feeding) throws {
        let picture = [0xFF, 0xD8] + Bytes.frame(width: 30, height: 20) + .frame(width: 300, height: 200)
        #expect(try readHeader(of: picture.all[...], feeding).result.get().stored == PixelSize(width: 30, height: 20))
    }

    @Test(
        arguments: [
            ("no bytes", [], 1),
            ("no directory", Bytes("II") + [42, 0, 8, 0, 0, 0], 1),
            ("a directory outside", Bytes("II") + [42, 0] + .little(UInt32(70_000)) + Bytes(zeros: 30), 1),
            ("a directory just behind its end", Bytes("II") + [42, 0] + .little(UInt32(40)) + Bytes(zeros: 30), 1),
            ("a directory without its count", Bytes("II") + [42, 0] + .little(UInt32(37)) + Bytes(zeros: 30), 1),
            ("a directory in its own header", Bytes("II") + [42, 0] + .little(UInt32(2)) + Bytes(zeros: 30), 1),
            ("another version", Bytes("II") + [44, 0, 8, 0, 0, 0, 0, 0], 1),
            ("no byte order", Bytes("XX") + [42, 0, 8, 0, 0, 0, 0, 0], 1),
            ("a value of 0", .exif(orientation: 0), 1),
            ("a value of 9", .exif(orientation: 9), 1),
            ("LONG for SHORT", .tiff([.entry(274, type: 4, value: 6)]), 1),
            ("two values", .tiff([.entry(274, type: 3, count: 2, value: 6)]), 1),
            ("behind other entries", .tiff([.entry(271, type: 2, count: 9, value: 80), .entry(274, type: 3, value: 5)]), 5),
            (
                "more entries promised than there are",
                Bytes("II") + [42, 0, 8, 0, 0, 0] + .little(UInt16(60_000))
                    + .entry(274, type: 3, value: 7), 7
            ),
            ("big-endian", Bytes("MM") + [0, 42, 0, 0, 0, 8, 0, 1] + [1, 18, 0, 3, 0, 0, 0, 1, 0, 8, 0, 0], 8),
        ] as [(String, Bytes, Int)])
    func block(_ name: String, _ content: Bytes, _ expected: Int) throws {
        #expect(try orientation(block(content)) == expected)
    }
}
