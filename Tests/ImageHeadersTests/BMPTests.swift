import ImageHeaders
import TestSupport
import Testing
import WeirBase

/// Headers of BMP, of 12 bytes in OS/2 1.x and of 40 in Windows.
@Suite struct BMPTests {
    private static let start = Bytes("BM") + Bytes(zeros: 12)

    private func header(_ width: Int32, _ height: Int32, _ bits: UInt16, length: UInt32 = 40) -> ImageHeader? {
        let picture =
            Self.start + .little(length) + .little(width) + .little(height) + .little(UInt16(1)) + .little(bits) + Bytes(zeros: 120)
        return try? readHeader(of: picture.all[...], .exact).result.get()
    }

    private func oldHeader(_ width: UInt16, _ height: UInt16, _ bits: UInt16) -> ImageHeader? {
        let picture =
            Self.start + .little(UInt32(12)) + .little(width) + .little(height) + .little(UInt16(1)) + .little(bits) + Bytes(zeros: 120)
        return try? readHeader(of: picture.all[...], .exact).result.get()
    }

    @Test(
        arguments: [
            (1, PictureTraits(colors: .palette, depth: 1, hasAlpha: false, isAnimated: false)),
            (2, PictureTraits(colors: .palette, depth: 2, hasAlpha: false, isAnimated: false)),
            (4, PictureTraits(colors: .palette, depth: 4, hasAlpha: false, isAnimated: false)),
            (8, PictureTraits(colors: .palette, depth: 8, hasAlpha: false, isAnimated: false)),
            (16, PictureTraits(colors: .rgb, isAnimated: false)),
            (24, PictureTraits(colors: .rgb, depth: 8, hasAlpha: false, isAnimated: false)),
            (32, PictureTraits(colors: .rgb, depth: 8, isAnimated: false)), (0, PictureTraits(isAnimated: false)),
            (64, PictureTraits(isAnimated: false)), (3, nil), (33, nil),
        ] as [(UInt16, PictureTraits?)])
    func traits(_ bits: UInt16, _ traits: PictureTraits?) {
        #expect(header(3, 2, bits)?.traits == traits && oldHeader(3, 2, bits)?.traits == traits)
    }

    /// A negative height turns the rows round; a width is above 0.
    @Test(arguments: [(1, 1, true), (3, -2, true), (0, 2, false), (-3, 2, false), (3, 0, false)] as [(Int32, Int32, Bool)])
    func sizes(_ width: Int32, _ height: Int32, _ isSound: Bool) {
        let found = header(width, height, 24)
        #expect((found != nil) == isSound)
        if let found { #expect(found.stored == PixelSize(width: Int(width), height: Int(height.magnitude))) }
    }

    @Test(arguments: [(15, false), (16, true), (40, true), (64, true), (124, true), (125, false), (0, false)] as [(UInt32, Bool)])
    func lengths(_ length: UInt32, _ isSound: Bool) {
        #expect((header(3, 2, 24, length: length) != nil) == isSound)
    }
}
