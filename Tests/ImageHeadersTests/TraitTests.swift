import ImageHeaders
import TestSupport
import Testing
import WeirBase

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
        ("webp/alpha-lossless.webp", PictureTraits(colors: .rgb, depth: 8, hasAlpha: true, isAnimated: false)),
        ("webp/cwebp-lossy.webp", PictureTraits(colors: .rgb, depth: 8, hasAlpha: false, isAnimated: false)),
        ("webp/animated-offsets.webp", PictureTraits(colors: .rgb, depth: 8, hasAlpha: false, isAnimated: true)),
        ("avif/avifenc-400.avif", PictureTraits(colors: .gray, depth: 8, hasAlpha: false, isAnimated: false)),
        ("avif/avifenc-alpha.avif", PictureTraits(colors: .rgb, depth: 8, hasAlpha: true, isAnimated: false)),
        ("avif/avifenc-12-bit.avif", PictureTraits(colors: .rgb, depth: 12, hasAlpha: false, isAnimated: false)),
        ("avif/mini-gray.avif", PictureTraits(colors: .gray, depth: 8, hasAlpha: false, isAnimated: false)),
        ("avif/mini-alpha.avif", PictureTraits(colors: .rgb, depth: 8, hasAlpha: true, isAnimated: false)),
        ("avif/mini-10-bit.avif", PictureTraits(colors: .rgb, depth: 10, hasAlpha: false, isAnimated: false)),
        ("avif/sequence-without-meta.avif", PictureTraits(isAnimated: true)),
        ("heic/heif-enc-grey.heic", PictureTraits(colors: .gray, depth: 8, hasAlpha: false, isAnimated: false)),
        ("heic/heif-enc-alpha.heic", PictureTraits(colors: .rgb, depth: 8, hasAlpha: true, isAnimated: false)),
        ("heic/grid-2x2.heic", PictureTraits(hasAlpha: false, isAnimated: false)),
        ("aseprite/by-hand-8-bits.aseprite", PictureTraits(colors: .palette, depth: 8, hasAlpha: true, isAnimated: false)),
        ("dds/by-hand-dxt1.dds", PictureTraits(isAnimated: false)),
        ("dds/by-hand-rgba.dds", PictureTraits(colors: .rgb, hasAlpha: true, isAnimated: false)),
        ("exr/by-hand-long-attribute.exr", PictureTraits(isAnimated: false)),
        ("hdr/opencv.hdr", PictureTraits(colors: .rgb, hasAlpha: false, isAnimated: false)),
        ("icns/with-list.icns", PictureTraits(isAnimated: false)),
        ("ico/icotool.ico", PictureTraits(isAnimated: false)),
        ("ilbm/by-hand-32.ilbm", PictureTraits(colors: .rgb, depth: 8, hasAlpha: true, isAnimated: false)),
        ("ilbm/ppmtoilbm-ham.ilbm", PictureTraits(colors: .palette, depth: 6, hasAlpha: false, isAnimated: false)),
        ("jp2/pillow-la.jp2", PictureTraits(colors: .gray, depth: 8, isAnimated: false)),
        ("jp2/opj.j2k", PictureTraits(colors: .rgb, depth: 8, isAnimated: false)),
        ("jp2/profile.jp2", PictureTraits(depth: 8, isAnimated: false)),
        ("jxl/cjxl-40x30.jxl", PictureTraits(colors: .rgb, depth: 8, hasAlpha: false, isAnimated: false)),
        ("jxl/cjxl-alpha.jxl", PictureTraits(depth: 8, hasAlpha: true, isAnimated: false)),
        ("ktx/version-1-rgb.ktx", PictureTraits(colors: .rgb, hasAlpha: false, isAnimated: false)),
        ("ktx/version-1-gray.ktx", PictureTraits(colors: .gray, hasAlpha: false, isAnimated: false)),
        ("ktx/version-1-red.ktx", PictureTraits(isAnimated: false)),
        ("ktx/version-2.ktx2", PictureTraits(isAnimated: false)),
        ("pnm/imagemagick.ppm", PictureTraits(colors: .rgb, depth: 8, hasAlpha: false, isAnimated: false)),
        ("pnm/imagemagick-plain.ppm", PictureTraits(colors: .rgb, depth: 8, hasAlpha: false, isAnimated: false)),
        ("pnm/imagemagick.pfm", PictureTraits(colors: .rgb, depth: 32, hasAlpha: false, isAnimated: false)),
        ("pnm/imagemagick-alpha.pam", PictureTraits(colors: .rgb, depth: 8, hasAlpha: true, isAnimated: false)),
        ("pnm/long-comment.pgm", PictureTraits(colors: .gray, depth: 16, hasAlpha: false, isAnimated: false)),
        ("qoi/rgb.qoi", PictureTraits(colors: .rgb, depth: 8, hasAlpha: false, isAnimated: false)),
        ("tiff/pillow-rgba.tif", PictureTraits(colors: .rgb, hasAlpha: true)),
        ("tiff/pillow-cmyk.tif", PictureTraits(colors: .cmyk, hasAlpha: false)),
        ("tiff/pillow-p.tif", PictureTraits(colors: .palette, depth: 8, hasAlpha: false)),
        ("vtf/by-hand-gray.vtf", PictureTraits(colors: .gray, hasAlpha: false, isAnimated: false)),
        ("vtf/srctools-alpha.vtf", PictureTraits(colors: .rgb, hasAlpha: true, isAnimated: false)),
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
