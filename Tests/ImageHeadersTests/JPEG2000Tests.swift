import ImageHeaders
import TestSupport
import Testing
import WeirBase

/// The boxes of a JPEG 2000 file, as no encoder writes them.
@Suite struct JPEG2000Tests {
    private static func size(_ width: UInt32 = 40, channels: UInt16 = 3, depth: UInt8 = 7) -> Bytes {
        .box("ihdr", .big(UInt32(30)), .big(width), .big(channels), [depth, 7, 0, 0])
    }

    private static func colors(_ number: UInt32) -> Bytes { .box("colr", [1, 0, 0], .big(number)) }

    /// The kinds of the channels: 0 for a color, 1 and 2 for an opacity.
    private static func kinds(_ kinds: UInt16..., count: UInt16? = nil) -> Bytes {
        .box(
            "cdef",
            .big(count ?? UInt16(kinds.count))
                + kinds.enumerated().reduce([]) { $0 + .big(UInt16($1.offset)) + .big($1.element) + .big(UInt16(0)) })
    }

    private func header(_ parts: [Bytes]) -> Result<ImageHeader, Failure> {
        let picture =
            .box("jP  ", [0x0D, 0x0A, 0x87, 0x0A]) + .box("ftyp", "jp2 ", Bytes(zeros: 4), "jp2 ") + .box("jp2h", parts.reduce([], +))
        let results = Feeding.allCases.map { readHeader(of: picture.all[...], $0).result }
        #expect(results.allSatisfy { $0 == results[0] }, "the feeding makes a difference: \(results)")
        return results[0]
    }

    @Test(
        arguments: [
            ("colors alone", [size(), colors(16)], PictureTraits(colors: .rgb, depth: 8, hasAlpha: false, isAnimated: false)),
            ("four inks", [size(channels: 4), colors(12)], PictureTraits(colors: .cmyk, depth: 8, hasAlpha: false, isAnimated: false)),
            (
                "an opacity", [size(channels: 4), colors(16), kinds(0, 0, 0, 1)],
                PictureTraits(colors: .rgb, depth: 8, hasAlpha: true, isAnimated: false)
            ),
            (
                "an opacity of premultiplied colors", [size(channels: 2), colors(17), kinds(0, 2)],
                PictureTraits(colors: .gray, depth: 8, hasAlpha: true, isAnimated: false)
            ),
            (
                "an opacity first", [size(channels: 2), colors(17), kinds(1, 0)],
                PictureTraits(colors: .gray, depth: 8, hasAlpha: true, isAnimated: false)
            ),
            (
                "channels without an opacity", [size(), colors(16), kinds(0, 0, 0)],
                PictureTraits(colors: .rgb, depth: 8, hasAlpha: false, isAnimated: false)
            ),
            (
                "a list of no channels", [size(), colors(16), kinds()],
                PictureTraits(colors: .rgb, depth: 8, hasAlpha: false, isAnimated: false)
            ),
            (
                "channels of several depths", [size(depth: 255), colors(16)],
                PictureTraits(colors: .rgb, hasAlpha: false, isAnimated: false)
            ),
            (
                "numbers with signs", [size(depth: 0x8B), colors(16)],
                PictureTraits(colors: .rgb, depth: 12, hasAlpha: false, isAnimated: false)
            ),
            (
                "the first of two sizes and of two colors", [size(), size(50), colors(16), colors(17)],
                PictureTraits(colors: .rgb, depth: 8, hasAlpha: false, isAnimated: false)
            ),
            (
                "too few bytes before a size", [.box("ihdr", Bytes(zeros: 13)), size(), .box("colr", [1, 0, 0, 0]), colors(16)],
                PictureTraits(colors: .rgb, depth: 8, hasAlpha: false, isAnimated: false)
            ),
        ] as [(String, [Bytes], PictureTraits)])
    func traits(_ name: String, _ parts: [Bytes], _ traits: PictureTraits) throws {
        let header = try header(parts).get()
        #expect(header.displayed == PixelSize(width: 40, height: 30) && header.traits == traits, "\(name)")
    }

    @Test(
        arguments: [
            ("no size", [colors(16)]), ("more channels than the list has", [size(), kinds(0, 0, 0, count: 4)]),
            ("a list of nothing", [size(), kinds(count: 1)]),
        ] as [(String, [Bytes])])
    func refused(_ name: String, _ parts: [Bytes]) {
        #expect(header(parts).code == .corrupt, "\(name)")
    }
}
