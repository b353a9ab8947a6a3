import Base
import ImageHeaders
import TestSupport
import Testing

/// The traits that headers give besides the size.
@Suite struct TraitTests {
    /// The traits that the encoder was reported to write.
    @Test(arguments: [
        ("png/pillow-1.png", PictureTraits(colors: .gray, depth: 1, hasAlpha: false, isAnimated: false)),
        ("png/pillow-la.png", PictureTraits(colors: .gray, depth: 8, hasAlpha: true, isAnimated: false)),
        ("png/pillow-p4.png", PictureTraits(colors: .palette, depth: 4, hasAlpha: false, isAnimated: false)),
        ("png/pillow-rgba.png", PictureTraits(colors: .rgb, depth: 8, hasAlpha: true, isAnimated: false)),
        ("png/pillow-i16.png", PictureTraits(colors: .gray, depth: 16, hasAlpha: false, isAnimated: false)),
        ("png/animated.png", PictureTraits(colors: .rgb, depth: 8, hasAlpha: false, isAnimated: true)),
        ("png/animated-without-frames.png", PictureTraits(colors: .rgb, depth: 8, hasAlpha: false, isAnimated: false)),
        ("jpeg/pillow-cmyk.jpg", PictureTraits(colors: .cmyk, depth: 8, hasAlpha: false, isAnimated: false)),
        ("jpeg/frame-12-bit.jpg", PictureTraits(colors: .rgb, depth: 12, hasAlpha: false, isAnimated: false)),
        ("webp/animated.webp", PictureTraits(colors: .rgb, depth: 8, hasAlpha: true, isAnimated: true)),
        ("gif/pillow-animated.gif", PictureTraits(colors: .palette)),
        ("svg/view-box.svg", PictureTraits(isSizedByViewBox: true)),
        ("svg/plain.svg", PictureTraits()),
        ("pnm/imagemagick.pbm", PictureTraits(colors: .gray, depth: 1, hasAlpha: false, isAnimated: false)),
        ("pnm/words.pam", PictureTraits(colors: .gray, depth: 8, hasAlpha: true, isAnimated: false)),
        ("pnm/gray.pfm", PictureTraits(colors: .gray, depth: 32, hasAlpha: false, isAnimated: false)),
        ("psd/imagemagick-cmyk.psd", PictureTraits(colors: .cmyk, depth: 8, isAnimated: false)),
        ("qoi/rgba.qoi", PictureTraits(colors: .rgb, depth: 8, hasAlpha: true, isAnimated: false)),
        ("tga/pillow-p.tga", PictureTraits(colors: .palette, depth: 8, hasAlpha: false, isAnimated: false)),
        ("tga/pillow-rgba.tga", PictureTraits(colors: .rgb, depth: 8, hasAlpha: true, isAnimated: false)),
        ("jxl/cjxl-gray.jxl", PictureTraits(colors: .gray, depth: 8, hasAlpha: false, isAnimated: false)),
        ("jxl/cjxl-animated.jxl", PictureTraits(depth: 8, hasAlpha: true, isAnimated: true)),
        ("jp2/pillow-rgb.jp2", PictureTraits(colors: .rgb, depth: 8, hasAlpha: false, isAnimated: false)),
        ("jp2/pillow-rgba.jp2", PictureTraits(colors: .rgb, depth: 8, isAnimated: false)),
        ("jp2/palette.jp2", PictureTraits(colors: .palette, depth: 8, hasAlpha: true, isAnimated: false)),
        ("dds/by-hand-rgb.dds", PictureTraits(colors: .rgb, hasAlpha: false, isAnimated: false)),
        ("dds/by-hand-gray.dds", PictureTraits(colors: .gray, hasAlpha: false, isAnimated: false)),
        ("dds/by-hand-palette.dds", PictureTraits(colors: .palette, hasAlpha: false, isAnimated: false)),
        ("dds/imagemagick-dxt5.dds", PictureTraits(colors: .rgb, hasAlpha: true, isAnimated: false)),
        ("dds/by-hand-dx10.dds", PictureTraits(isAnimated: false)),
        ("ktx/version-1-rgba.ktx", PictureTraits(colors: .rgb, hasAlpha: true, isAnimated: false)),
        ("ktx/version-1-big-endian.ktx", PictureTraits(colors: .gray, hasAlpha: true, isAnimated: false)),
        ("vtf/srctools.vtf", PictureTraits(colors: .rgb, hasAlpha: false, isAnimated: false)),
        ("vtf/srctools-animated.vtf", PictureTraits(colors: .rgb, hasAlpha: true, isAnimated: true)),
        ("vtf/by-hand-masked.vtf", PictureTraits(colors: .rgb, hasAlpha: true, isAnimated: true)),
        ("exr/openexr-half.exr", PictureTraits(colors: .rgb, depth: 16, hasAlpha: false, isAnimated: false)),
        ("exr/openexr-alpha.exr", PictureTraits(colors: .rgb, depth: 32, hasAlpha: true, isAnimated: false)),
        ("exr/openexr-gray.exr", PictureTraits(colors: .gray, depth: 32, hasAlpha: false, isAnimated: false)),
        ("exr/by-hand-color-difference.exr", PictureTraits(colors: .rgb, depth: 16, hasAlpha: true, isAnimated: false)),
        ("farbfeld/png2ff.ff", PictureTraits(colors: .rgb, depth: 16, hasAlpha: true, isAnimated: false)),
        ("aseprite/by-hand-animated.ase", PictureTraits(colors: .rgb, depth: 8, hasAlpha: true, isAnimated: true)),
        ("ilbm/ppmtoilbm-24.ilbm", PictureTraits(colors: .rgb, depth: 8, hasAlpha: false, isAnimated: false)),
        ("ilbm/by-hand-mask.ilbm", PictureTraits(colors: .palette, depth: 5, hasAlpha: true, isAnimated: false)),
        ("avif/sequence.avif", PictureTraits(colors: .rgb, depth: 8, hasAlpha: true, isAnimated: true)),
    ])
    func fixtures(path: String, traits: PictureTraits) throws {
        let picture = try #require(Fixtures.made.first { $0.path == path }).bytes()
        #expect(try readHeader(of: picture[...], .exact).result.get().traits == traits)
    }

    /// The bits hold all parts.
    @Test func packing() {
        for colors in [nil] + ColorModel.allCases.map(Optional.some) {
            for depth in [nil, 1, 8, 38, 63] {
                for (hasAlpha, isAnimated) in [(nil, true), (false, nil), (true, false)] as [(Bool?, Bool?)] {
                    let traits = PictureTraits(
                        colors: colors, depth: depth, hasAlpha: hasAlpha, isAnimated: isAnimated, isSizedByViewBox: depth == nil)
                    #expect(traits.colors == colors && traits.depth == depth)
                    #expect(traits.hasAlpha == hasAlpha && traits.isAnimated == isAnimated && traits.isSizedByViewBox == (depth == nil))
                    #expect(traits.bits >> UInt16(PictureTraits.width) == 0)
                }
            }
        }
    }
}
