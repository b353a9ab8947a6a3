import ImageHeaders
import TestSupport
import Testing

/// Headers of JPEG XL codestreams, written field by field (ISO 18181-1, annex D).
@Suite struct JPEGXLTests {
    /// A field is a number and how many bits it has. The lowest bit of a byte comes first.
    private static func codestream(_ fields: [[Int]]) -> Bytes {
        var bytes: [UInt8] = [0xFF, 0x0A]
        var position = 0
        for field in fields {
            for bit in 0..<field[1] {
                if position % 8 == 0 { bytes.append(0) }
                bytes[bytes.count - 1] |= UInt8(field[0] >> bit & 1) << UInt8(position % 8)
                position += 1
            }
        }
        return Bytes(bytes)
    }

    private func read(_ fields: [[Int]]) throws -> ImageHeader {
        let picture = Self.codestream(fields)
        let header = try readHeader(of: picture.all[...], .exact).result.get()
        for feeding in Feeding.allCases { #expect(try readHeader(of: picture.all[...], feeding).result.get() == header) }
        return header
    }

    /// 40 by 40.
    private static let size: [[Int]] = [[1, 1], [4, 5], [1, 3]]
    /// 14 bits, no extra channels, and gray.
    private static let rest: [[Int]] = [[0, 1], [3, 2], [13, 6], [1, 1], [0, 2], [1, 1], [0, 1], [0, 1], [1, 2]]
    private static let traits = PictureTraits(colors: .gray, depth: 14, hasAlpha: false, isAnimated: false)

    private static let sizes: [(fields: [[Int]], width: Int, height: Int)] = [
        ([[1, 1], [4, 5], [1, 3]], 40, 40), ([[1, 1], [4, 5], [2, 3]], 48, 40), ([[1, 1], [4, 5], [3, 3]], 53, 40),
        ([[1, 1], [4, 5], [4, 3]], 60, 40), ([[1, 1], [4, 5], [5, 3]], 71, 40), ([[1, 1], [4, 5], [6, 3]], 50, 40),
        ([[1, 1], [4, 5], [7, 3]], 80, 40), ([[1, 1], [0, 5], [0, 3], [31, 5]], 256, 8),
        ([[0, 1], [0, 2], [0, 9], [0, 3], [0, 2], [511, 9]], 512, 1),
        ([[0, 1], [1, 2], [8191, 13], [0, 3], [2, 2], [5, 18]], 6, 8192),
        ([[0, 1], [2, 2], [262_143, 18], [0, 3], [3, 2], [999, 30]], 1000, 262_144),
        ([[0, 1], [0, 2], [98, 9], [3, 3]], 132, 99),
    ]

    @Test(arguments: sizes.indices) func sidesAndRatios(_ row: Int) throws {
        let (fields, width, height) = Self.sizes[row]
        let header = try read(fields + [[1, 1]])
        #expect(header.stored == PixelSize(width: width, height: height) && header.orientation == .up)
        #expect(header.traits == PictureTraits(colors: .rgb, depth: 8, hasAlpha: false, isAnimated: false))
    }

    /// Fields behind the size that are not needed: all that follow them must still be found.
    private static let extras: [(fields: [[Int]], orientation: Orientation, isAnimated: Bool)] = [
        ([[5, 3], [0, 1], [0, 1], [0, 1]], .right, false),
        // The size at which it is meant to be shown.
        ([[0, 3], [1, 1], [1, 1], [7, 5], [0, 3], [9, 5], [0, 1], [0, 1]], .up, false),
        ([[2, 3], [1, 1], [0, 1], [1, 2], [77, 13], [6, 3], [0, 1], [0, 1]], .down, false),
        // A preview.
        ([[0, 3], [0, 1], [1, 1], [1, 1], [2, 2], [21, 5], [0, 3], [3, 2], [300, 9], [0, 1]], .up, false),
        ([[0, 3], [0, 1], [1, 1], [1, 1], [1, 2], [4, 3], [0, 1]], .up, false),
        ([[0, 3], [0, 1], [1, 1], [0, 1], [0, 2], [42, 6], [0, 3], [1, 2], [200, 8], [0, 1]], .up, false),
        ([[0, 3], [0, 1], [1, 1], [0, 1], [2, 2], [900, 10], [0, 3], [3, 2], [4000, 12], [0, 1]], .up, false),
        // Frames: ticks, their parts, loops, and whether there are time codes.
        ([[0, 3], [0, 1], [0, 1], [1, 1], [0, 2], [1, 2], [0, 2], [1, 1]], .up, true),
        ([[0, 3], [0, 1], [0, 1], [1, 1], [2, 2], [1000, 10], [2, 2], [255, 8], [1, 2], [5, 3], [1, 1]], .up, true),
        ([[0, 3], [0, 1], [0, 1], [1, 1], [3, 2], [7, 30], [3, 2], [3, 10], [2, 2], [9, 16], [0, 1]], .up, true),
        ([[7, 3], [0, 1], [0, 1], [1, 1], [1, 2], [0, 2], [3, 2], [5, 32], [1, 1]], .left, true),
    ]

    @Test(arguments: extras.indices) func fieldsThatAreSkipped(_ row: Int) throws {
        let (fields, orientation, isAnimated) = Self.extras[row]
        let header = try read(Self.size + [[0, 1], [1, 1]] + fields + Self.rest)
        #expect(header.stored == PixelSize(width: 40, height: 40) && header.orientation == orientation)
        #expect(header.traits == PictureTraits(colors: .gray, depth: 14, hasAlpha: false, isAnimated: isAnimated))
    }

    private static let behind: [(fields: [[Int]], traits: PictureTraits)] = [
        (rest, traits),
        // Whole numbers, and numbers with a point.
        (
            [[0, 1], [0, 2], [0, 1], [0, 2], [0, 1], [1, 1]],
            PictureTraits(colors: .rgb, depth: 8, hasAlpha: false, isAnimated: false)
        ),
        (
            [[0, 1], [1, 2], [0, 1], [0, 2], [0, 1], [1, 1]],
            PictureTraits(colors: .rgb, depth: 10, hasAlpha: false, isAnimated: false)
        ),
        (
            [[0, 1], [2, 2], [0, 1], [0, 2], [0, 1], [1, 1]],
            PictureTraits(colors: .rgb, depth: 12, hasAlpha: false, isAnimated: false)
        ),
        (
            [[1, 1], [0, 2], [7, 4], [0, 1], [0, 2], [0, 1], [0, 1], [0, 1], [0, 2]],
            PictureTraits(colors: .rgb, depth: 32, hasAlpha: false, isAnimated: false)
        ),
        (
            [[1, 1], [1, 2], [4, 4], [0, 1], [0, 2], [1, 1], [0, 1], [1, 1], [1, 2]],
            PictureTraits(colors: .gray, depth: 16, hasAlpha: false, isAnimated: false)
        ),
        (
            [[1, 1], [3, 2], [19, 6], [4, 4], [0, 1], [0, 2], [1, 1], [0, 1], [1, 1], [2, 2], [3, 4]],
            PictureTraits(depth: 20, hasAlpha: false, isAnimated: false)
        ),
        // The kind of the first extra channel: as usual, transparency, or another.
        ([[0, 1], [0, 2], [0, 1], [1, 2], [1, 1]], PictureTraits(depth: 8, hasAlpha: true, isAnimated: false)),
        ([[0, 1], [0, 2], [0, 1], [2, 2], [15, 4], [0, 1], [0, 2]], PictureTraits(depth: 8, hasAlpha: true, isAnimated: false)),
        ([[0, 1], [0, 2], [0, 1], [3, 2], [0, 12], [0, 1], [1, 2]], PictureTraits(depth: 8, hasAlpha: false, isAnimated: false)),
        ([[0, 1], [0, 2], [0, 1], [1, 2], [0, 1], [2, 2], [0, 4]], PictureTraits(depth: 8, hasAlpha: false, isAnimated: false)),
    ]

    @Test(arguments: behind.indices) func colorsAndDepths(_ row: Int) throws {
        let (fields, traits) = Self.behind[row]
        #expect(try read(Self.size + [[0, 1], [0, 1]] + fields).traits == traits)
    }
}
