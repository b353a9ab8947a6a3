import ImageHeaders
import Testing

/// Facts of pictures, packed as journals have them.
@Suite struct PictureFactsTests {
    private static func header(
        _ orientation: Orientation = .up, _ format: ImageFormat = .jpeg, _ traits: PictureTraits = PictureTraits()
    ) -> ImageHeader {
        let size = PixelSize(width: 300, height: 20)
        return ImageHeader(format: format, displayed: size, stored: size, orientation: orientation, traits: traits)
    }

    private static let longest: Int64 = 1 << 40 - 2

    /// Lengths of nothing, of a terabyte and more, and those that no picture has.
    @Test(
        arguments: [
            (nil, nil), (0, 0), (1, 1), (12_345, 12_345), (longest - 1, longest - 1), (longest, longest), (longest + 1, longest),
            (.max, longest), (-1, 0), (.min, 0),
        ] as [(Int64?, Int64?)])
    func lengths(_ given: Int64?, _ kept: Int64?) throws {
        let facts = PictureFacts(Self.header(), bytes: given)
        #expect(facts.bytes == kept)
        let packed = try #require(PictureFacts(dimensions: facts.dimensions, content: facts.content))
        #expect(packed == facts && packed.bytes == kept && packed.size == PixelSize(width: 300, height: 20))
    }

    /// All parts are found again, whatever the others are.
    @Test func parts() throws {
        let all = PictureTraits(bits: UInt16(1 << PictureTraits.width - 1))
        for orientation in Orientation.allCases {
            for format in ImageFormat.allCases {
                for traits in [PictureTraits(), all, PictureTraits(colors: .rgb, depth: 8, hasAlpha: true, isAnimated: false)] {
                    for bytes in [nil, Self.longest] {
                        let facts = PictureFacts(Self.header(orientation, format, traits), bytes: bytes)
                        let packed = try #require(PictureFacts(dimensions: facts.dimensions, content: facts.content))
                        #expect(packed == facts && facts.content >= 0)
                        #expect((packed.orientation, packed.format, packed.traits.bits) == (orientation, format, traits.bits))
                    }
                }
            }
        }
    }

    @Test(
        arguments: [
            (1, 1, true), (Int64(Int32.max), Int64(Int32.max), true), (0, 1, false), (1, 0, false), (-1, 1, false),
            (1, Int64(Int32.max) + 1, false),
        ] as [(Int64, Int64, Bool)])
    func sizes(_ width: Int64, _ height: Int64, _ isPicture: Bool) {
        let content = PictureFacts(Self.header(), bytes: nil).content
        let facts = PictureFacts(dimensions: width << 32 | height, content: content)
        #expect(facts?.size == (isPicture ? PixelSize(width: Int(width), height: Int(height)) : nil))
    }

    /// No facts have a sign, an orientation of 0 or above 8, or a format without a number.
    @Test(arguments: [0, 9, 1 << 4 | 15 << 4 | 1 << 48 | 1, .min | 1 << 4 | 1] as [Int64]) func otherContent(_ content: Int64) {
        #expect(PictureFacts(dimensions: 1 << 32 | 1, content: content) == nil)
        #expect(PictureFacts(dimensions: 1 << 32 | 1, content: 1 << 4 | 1) != nil)
    }
}
