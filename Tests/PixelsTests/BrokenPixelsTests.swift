import ImageHeaders
import Pixels
import TestSupport
import Testing
import WeirBase

/// Pictures that are damaged, cut or too large give a failure or pixels, and never end the program.
@Suite struct BrokenPixelsTests {
    /// Small files of each format.
    static let pictures: [Fixture] = {
        let small = SmallPictureTests.pictures.filter { ((try? $0.bytes().count) ?? .max) < 4000 }
        let formats = Dictionary(grouping: small) { $0.header?.format.rawValue ?? "" }
        return formats.keys.sorted().flatMap { format in
            let pictures = formats[format, default: []]
            return stride(from: 0, to: pictures.count, by: max(1, pictures.count / 12)).map { pictures[$0] }
        }
    }()

    @Test(arguments: pictures)
    func changedBytes(_ picture: Fixture) throws {
        var seed = Seed.announced(for: "changed bytes in \(picture.path)")
        let sound = try picture.bytes()
        for _ in 0..<12 {
            var wrong = sound
            for _ in 0..<Int.random(in: 1...6, using: &seed) {
                wrong[Int.random(in: 0..<wrong.count, using: &seed)] = UInt8.random(in: 0...255, using: &seed)
            }
            if Bool.random(using: &seed) { wrong.removeLast(Int.random(in: 0..<wrong.count, using: &seed)) }
            // With little memory and few pixels, a long test would be a decoder that never ends.
            guard let header = try? ImageHeader(of: wrong), header.stored.width * header.stored.height < 100_000 else { continue }
            var reader = SmallPictureReader(limits: DecodingLimits(memory: 16 << 20))
            guard let small = try? reader.smallPicture(of: ArrayBytes(bytes: wrong), header: header) else { continue }
            #expect(max(small.size.width, small.size.height) <= SmallPicture.longestSide, "\(seed)")
        }
    }

    static let limited: [(path: String, memory: Int, code: Failure.Code?)] = [
        ("png/pillow-rgb.png", 100, .tooLarge), ("webp/cwebp-lossless-640x480.webp", 1_000_000, .tooLarge),
        ("gif/pillow-640x480.gif", 1000, .tooLarge), ("bmp/pillow-640x480.bmp", 10_000, .tooLarge),
        ("jpeg/cjpeg-640x480.jpg", 1 << 24, nil), ("damaged/cut-jpeg-in-pixels.jpg", 1 << 24, .truncated),
        ("damaged/cut-png-in-idat.png", 1 << 24, .truncated), ("damaged/cut-webp-lossy-pixels.webp", 1 << 24, .truncated),
        ("damaged/cut-bmp-in-pixels.bmp", 1 << 24, .truncated), ("damaged/cut-gif-in-palette.gif", 1 << 24, .truncated),
        ("damaged/cut-tiff-in-pixels.tif", 1 << 24, .truncated), ("damaged/cut-heic-in-mdat.heic", 1 << 24, .truncated),
        ("damaged/cut-avif-in-mdat.avif", 1 << 24, .truncated), ("tiff/1000x500.tif", 15_000, .tooLarge),
        ("heic/heif-enc-640x480.heic", 100_000, .tooLarge), ("svg/plain.svg", 1000, .tooLarge),
        ("svg/long-licence.svg", 10_000, .tooLarge), ("damaged/cut-ico-in-pixels.ico", 1 << 24, .truncated),
        ("ico/pillow-256.ico", 1000, .tooLarge), ("psd/imagemagick-rgb.psd", 1 << 24, .unsupportedFormat),
    ]

    /// libtiff reports no error of these, and one of libjpeg's that is no damage.
    @Test(arguments: [
        ("tiff/fax-2-cut.tif", Failure.Code.corrupt, "libtiff: Premature EO"), ("tiff/fax-3-cut.tif", .corrupt, "libtiff: Premature EO"),
        ("tiff/fax-4-cut.tif", .corrupt, "libtiff: Premature EO"),
        ("tiff/lossless-jpeg.tif", .unsupportedFormat, "libtiff: Unsupported JPEG process: SOF type 0xc3"),
    ])
    func reasons(path: String, code: Failure.Code, message: String) throws {
        let bytes = try #require(Fixtures.made.first { $0.path == path }).bytes()
        let failure = #expect(throws: Failure.self) { try smallPicture(of: bytes) }
        #expect(failure?.code == code && failure?.message.hasPrefix(message) == true, "\(String(describing: failure))")
    }

    @Test(arguments: limited)
    func limits(path: String, memory: Int, code: Failure.Code?) throws {
        let picture = try #require(Fixtures.made.first { $0.path == path })
        var found: Failure?
        do { _ = try smallPicture(of: try picture.bytes(), limits: DecodingLimits(memory: memory)) } catch let failure as Failure {
            found = failure
        }
        #expect(found?.code == code, "\(found?.message ?? "pixels")")
    }
}
