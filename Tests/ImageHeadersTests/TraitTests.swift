import Base
import ImageHeaders
import TestSupport
import Testing

/// What headers tell besides the size.
@Suite struct TraitTests {
    /// The traits that the encoder was reported to write.
    @Test(arguments: [
        ("png/pillow-1.png", PictureTraits(colours: .gray, depth: 1, hasAlpha: false, isAnimated: false)),
        ("png/pillow-la.png", PictureTraits(colours: .gray, depth: 8, hasAlpha: true, isAnimated: false)),
        ("png/pillow-p4.png", PictureTraits(colours: .palette, depth: 4, hasAlpha: false, isAnimated: false)),
        ("png/pillow-rgba.png", PictureTraits(colours: .rgb, depth: 8, hasAlpha: true, isAnimated: false)),
        ("png/pillow-i16.png", PictureTraits(colours: .gray, depth: 16, hasAlpha: false, isAnimated: false)),
        ("png/animated.png", PictureTraits(colours: .rgb, depth: 8, hasAlpha: false, isAnimated: true)),
        ("png/animated-without-frames.png", PictureTraits(colours: .rgb, depth: 8, hasAlpha: false, isAnimated: false)),
        ("jpeg/pillow-cmyk.jpg", PictureTraits(colours: .cmyk, depth: 8, hasAlpha: false, isAnimated: false)),
        ("jpeg/frame-12-bit.jpg", PictureTraits(colours: .rgb, depth: 12, hasAlpha: false, isAnimated: false)),
        ("webp/animated.webp", PictureTraits(colours: .rgb, depth: 8, hasAlpha: true, isAnimated: true)),
        ("gif/pillow-animated.gif", PictureTraits(colours: .palette)),
        ("svg/view-box.svg", PictureTraits(isSizedByViewBox: true)),
        ("svg/plain.svg", PictureTraits()),
        ("pnm/imagemagick.pbm", PictureTraits(colours: .gray, depth: 1, hasAlpha: false, isAnimated: false)),
        ("pnm/words.pam", PictureTraits(colours: .gray, depth: 8, hasAlpha: true, isAnimated: false)),
        ("pnm/gray.pfm", PictureTraits(colours: .gray, depth: 32, hasAlpha: false, isAnimated: false)),
        ("psd/imagemagick-cmyk.psd", PictureTraits(colours: .cmyk, depth: 8, isAnimated: false)),
        ("qoi/rgba.qoi", PictureTraits(colours: .rgb, depth: 8, hasAlpha: true, isAnimated: false)),
        ("tga/pillow-p.tga", PictureTraits(colours: .palette, depth: 8, hasAlpha: false, isAnimated: false)),
        ("tga/pillow-rgba.tga", PictureTraits(colours: .rgb, depth: 8, hasAlpha: true, isAnimated: false)),
        ("jxl/cjxl-gray.jxl", PictureTraits(colours: .gray, depth: 8, hasAlpha: false, isAnimated: false)),
        ("jxl/cjxl-animated.jxl", PictureTraits(depth: 8, hasAlpha: true, isAnimated: true)),
        ("jp2/pillow-rgb.jp2", PictureTraits(colours: .rgb, depth: 8, hasAlpha: false, isAnimated: false)),
        ("jp2/pillow-rgba.jp2", PictureTraits(colours: .rgb, depth: 8, isAnimated: false)),
        ("jp2/palette.jp2", PictureTraits(colours: .palette, depth: 8, hasAlpha: true, isAnimated: false)),
        ("dds/by-hand-rgb.dds", PictureTraits(colours: .rgb, hasAlpha: false, isAnimated: false)),
        ("dds/by-hand-gray.dds", PictureTraits(colours: .gray, hasAlpha: false, isAnimated: false)),
        ("dds/by-hand-palette.dds", PictureTraits(colours: .palette, hasAlpha: false, isAnimated: false)),
        ("dds/imagemagick-dxt5.dds", PictureTraits(colours: .rgb, hasAlpha: true, isAnimated: false)),
        ("dds/by-hand-dx10.dds", PictureTraits(isAnimated: false)),
        ("ktx/version-1-rgba.ktx", PictureTraits(colours: .rgb, hasAlpha: true, isAnimated: false)),
        ("ktx/version-1-big-endian.ktx", PictureTraits(colours: .gray, hasAlpha: true, isAnimated: false)),
        ("vtf/srctools.vtf", PictureTraits(colours: .rgb, hasAlpha: false, isAnimated: false)),
        ("vtf/srctools-animated.vtf", PictureTraits(colours: .rgb, hasAlpha: true, isAnimated: true)),
        ("vtf/by-hand-masked.vtf", PictureTraits(colours: .rgb, hasAlpha: true, isAnimated: true)),
        ("exr/openexr-half.exr", PictureTraits(colours: .rgb, depth: 16, hasAlpha: false, isAnimated: false)),
        ("exr/openexr-alpha.exr", PictureTraits(colours: .rgb, depth: 32, hasAlpha: true, isAnimated: false)),
        ("exr/openexr-gray.exr", PictureTraits(colours: .gray, depth: 32, hasAlpha: false, isAnimated: false)),
        ("exr/by-hand-colour-difference.exr", PictureTraits(colours: .rgb, depth: 16, hasAlpha: true, isAnimated: false)),
        ("farbfeld/png2ff.ff", PictureTraits(colours: .rgb, depth: 16, hasAlpha: true, isAnimated: false)),
        ("aseprite/by-hand-animated.ase", PictureTraits(colours: .rgb, depth: 8, hasAlpha: true, isAnimated: true)),
        ("ilbm/ppmtoilbm-24.ilbm", PictureTraits(colours: .rgb, depth: 8, hasAlpha: false, isAnimated: false)),
        ("ilbm/by-hand-mask.ilbm", PictureTraits(colours: .palette, depth: 5, hasAlpha: true, isAnimated: false)),
        ("avif/sequence.avif", PictureTraits(colours: .rgb, depth: 8, hasAlpha: true, isAnimated: true)),
    ])
    func fixtures(path: String, traits: PictureTraits) throws {
        let picture = try #require(Fixtures.made.first { $0.path == path }).bytes()
        #expect(try readHeader(of: picture[...], .exact).result.get().traits == traits)
    }

    /// The bits hold all parts.
    @Test func packing() {
        for colours in [nil] + ColourModel.allCases.map(Optional.some) {
            for depth in [nil, 1, 8, 38, 63] {
                for (hasAlpha, isAnimated) in [(nil, true), (false, nil), (true, false)] as [(Bool?, Bool?)] {
                    let traits = PictureTraits(
                        colours: colours, depth: depth, hasAlpha: hasAlpha, isAnimated: isAnimated, isSizedByViewBox: depth == nil)
                    #expect(traits.colours == colours && traits.depth == depth)
                    #expect(traits.hasAlpha == hasAlpha && traits.isAnimated == isAnimated && traits.isSizedByViewBox == (depth == nil))
                    #expect(traits.bits >> UInt16(PictureTraits.width) == 0)
                }
            }
        }
    }
}
