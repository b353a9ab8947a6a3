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

    private static let scan = Bytes.segment(0xDA, [1, 1, 0, 0, 63, 0])

    /// A block near the frame header counts up to the scan, behind segments of every kind.
    @Test(
        arguments: [
            ("nothing", [], 6),
            ("tables", .segment(0xC4, Bytes(zeros: 17)) + .segment(0xDB, Bytes(zeros: 65)) + .segment(0xDD, [0, 1]), 6),
            ("a long table", .segment(0xC4, Bytes(zeros: 2000)), 6),
            ("more than tables", .segment(0xC4, Bytes(zeros: 3000)), 1),
            ("every segment", (0xC0...0xFE).filter { !(0xD0...0xDA ~= $0) }.reduce([]) { $0 + .segment($1, [0]) }, 6),
            ("markers without segments", [0xFF, 1] + (0xD0...0xD7).reduce([]) { $0 + [0xFF, $1] }, 6),
            ("fill bytes", Bytes(repeating: [0xFF], count: 2000), 6),
            ("other application data", .segment(0xE1, Bytes("Exif")) + .segment(0xE1, Bytes("http://ns.adobe.com/xap/1.0/\0")), 6),
            ("an earlier block", .segment(0xE1, Bytes("Exif\0\0") + .exif(orientation: 3)), 3),
            ("an empty block", .segment(0xE1, Bytes("Exif\0\0")), 1),
            ("the scan", scan, 1),
            ("the end", [0xFF, 0xD9], 1),
            ("another beginning", [0xFF, 0xD8], 1),
            ("a reserved marker", .segment(0x02, [0]), 1),
            ("zeros", [0, 0, 0], 1),
            ("a segment shorter than its length", [0xFF, 0xE0, 0, 1], 1),
        ] as [(String, Bytes, Int)])
    func blockBehindTheFrameHeader(_ name: String, _ between: Bytes, _ expected: Int) throws {
        let picture = [0xFF, 0xD8] + Bytes.frame(width: 30, height: 20) + between + block(.exif(orientation: 6)) + Self.scan + [9, 9]
        for feeding in Feeding.allCases {
            let reading = readHeader(of: picture.all[...], feeding)
            #expect(try reading.result.get().orientation.rawValue == expected, "\(feeding)")
            #expect(feeding != .exact || reading.pushed.last.map { $0.upperBound < picture.count } ?? false, "no byte of the scan is read")
        }
        // A file that ends before its scan has its size, turned or not, from the last byte of its frame header on.
        for length in 0..<picture.count {
            let sizes = Feeding.allCases.map { try? readHeader(of: picture.all[..<length], $0).result.get().displayed }
            #expect(Set(sizes).count == 1, "\(length)")
            let isTurned = length >= 15 && sizes[0] == PixelSize(width: 20, height: 30) && expected == 6
            #expect(isTurned || sizes[0] == (length < 15 ? nil : PixelSize(width: 30, height: 20)), "\(length)")
        }
    }

    /// A picture of libjpeg's encoder has its tables between the frame header and the scan. It costs one block.
    @Test func commonPictureIsReadInOneBlock() {
        let application = Bytes.segment(0xE0, Bytes("JFIF\0") + Bytes(zeros: 9))
        let quantization = Bytes(repeating: .segment(0xDB, Bytes(zeros: 65)), count: 2)
        let huffman = Bytes(repeating: .segment(0xC4, Bytes(zeros: 29)) + .segment(0xC4, Bytes(zeros: 179)), count: 2)
        let before: Bytes = [0xFF, 0xD8] + application + quantization
        let picture = before + .frame(width: 30, height: 20) + huffman + Self.scan + Bytes(zeros: 5000)
        #expect(readHeader(of: picture.all[...], .blocks).pushed == [0..<1024])
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
