import Pixels
import TestSupport
import Testing

/// Pictures of other programs' encoders are sound; those that were cut or patched by hand are not.
@Suite struct SoundPictureTests {
    static let pictures = Fixtures.made.filter { $0.header != nil }

    /// Pictures with a readable size and damaged pixels.
    static let unsound: [String: String] = codestreamsByHand.merging([
        "damaged/cut-avif-in-mdat.avif": "truncated",
        "damaged/cut-bmp-in-pixels.bmp": "truncated",
        "damaged/cut-heic-in-mdat.heic": "truncated",
        "damaged/cut-ico-in-pixels.ico": "truncated",
        "damaged/cut-jpeg-in-pixels.jpg": "truncated",
        "damaged/cut-png-in-idat.png": "truncated",
        "damaged/cut-qoi-in-pixels.qoi": "truncated",
        "damaged/cut-tiff-in-pixels.tif": "truncated",
        "damaged/cut-webp-extended-pixels.webp": "truncated",
        "damaged/cut-webp-lossless-pixels.webp": "truncated",
        "damaged/cut-webp-lossy-pixels.webp": "truncated",
        // libjpeg-turbo decodes samples of 8 bits, and sides of up to 65500.
        "jpeg/frame-12-bit.jpg": "unsupported-format",
        "jpeg/frame-1x65535.jpg": "unsupported-format",
        "jpeg/frame-65535x1.jpg": "unsupported-format",
        // The size in the frame header was changed.
        "jpeg/frame-40000x25000.jpg": "corrupt",
        "tiff/fax-2-cut.tif": "corrupt",
        "tiff/fax-3-cut.tif": "corrupt",
        "tiff/fax-4-cut.tif": "corrupt",
        // The chain of directories is a loop.
        "tiff/pages-without-end.tif": "corrupt",
    ]) { $1 }

    /// JPEG XLs of which the header was written by hand, with noise behind it.
    private static let codestreamsByHand = Dictionary(
        uniqueKeysWithValues: ["intrinsic-size", "large", "preview", "small"].map { ("jxl/\($0).jxl", "corrupt") }
            + (1...8).map { ("jxl/orientation-\($0).jxl", "corrupt") } + (1...7).map { ("jxl/ratio-\($0).jxl", "corrupt") })

    @Test func thereAreFixtures() { #expect(Self.pictures.count > 400) }

    @Test(arguments: pictures)
    func verdict(of picture: Fixture) throws {
        let failure = decodingFailure(of: try picture.bytes())
        #expect(failure?.code.rawValue == Self.unsound[picture.path], "\(failure?.message ?? "sound")")
    }
}
