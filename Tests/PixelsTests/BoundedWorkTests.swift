import ImageHeaders
import Pixels
import TestSupport
import Testing
import WeirBase

/// A small file cannot make a decoder work for long.
@Suite(.needs(.time)) struct BoundedWorkTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let title: String
        let format: ImageFormat
        let bytes: Bytes
        let failure: Failure?
        var testDescription: String { title }
    }

    static let cases: [Case] = [
        Case(
            title: "an animation of many large frames", format: .webp,
            bytes: animation(canvas: 11_000, frames: [(2000, 1100), (11_500, 11_500)]),
            failure: Failure(.tooLarge, "its frames have more pixels together than the 134251520 that are decoded of a file of 132 bytes")),
        Case(
            title: "an animation of 500 frames", format: .webp,
            bytes: animation(canvas: 300, frames: .init(repeating: (300, 200), count: 500)), failure: nil),
        Case(
            title: "a PNG of many short rows", format: .png, bytes: WrongBytesTests.png(width: 1, height: 20_000_000),
            failure: Failure(.tooLarge, "its passes have more than 16777216 rows")),
        Case(
            title: "a PNG of many short rows in seven passes", format: .png,
            bytes: WrongBytesTests.png(width: 1, height: 3_000_000, isInterlaced: true),
            failure: Failure(.tooLarge, "its passes have more than 16777216 rows")),
        Case(title: "a JPEG of 60 scans", format: .jpeg, bytes: jpeg(scans: 60), failure: nil),
        Case(
            title: "a JPEG of many scans", format: .jpeg, bytes: jpeg(scans: 70),
            failure: Failure(.tooLarge, "libjpeg: more than 64 scans")),
        Case(
            title: "a HEIC of items with many empty extents", format: .heic,
            bytes: locations(.big(UInt16(65_535)), item: item(extents: 65_535), count: 65_535),
            failure: Failure(.tooLarge, "more than 131072 items and extents")),
        Case(
            title: "an AVIF whose boxes of items overlap", format: .avif,
            bytes: .box("meta", .big(UInt32(0)), Bytes((0..<3000).flatMap { _ in locationsBox(.big(UInt16(65_535))).all }))
                + Bytes(zeros: 400_000),
            failure: Failure(.tooLarge, "more than 131072 items and extents")),
        Case(
            title: "a HEIC of 60000 items", format: .heic,
            bytes: locations(.big(UInt16(60_000)), item: item(extents: 1), count: 60_000),
            failure: Failure(.corrupt, "libheif: Invalid input: No 'ftyp' box")),
        Case(
            title: "a TIFF with a directory of many entries that follows itself", format: .tiff, bytes: loopingTIFF(entries: 400),
            failure: Failure(.corrupt, "its directories overlap")),
        Case(
            title: "a TIFF whose lists of strips overlap", format: .tiff, bytes: tiffWithSharedStrips(pictures: 40, strips: 200),
            failure: Failure(.corrupt, "its lists of strips or tiles overlap")),
        Case(title: "a GIF of 2000 pictures", format: .gif, bytes: gif(pictures: 2000), failure: nil),
        Case(
            title: "a BMP that needs more bytes than there are numbers", format: .bmp,
            bytes: "BM" + Bytes(zeros: 8) + .little(UInt32(54)) + .little(UInt32(40)) + .little(UInt32(0x7FFF_FFFF))
                + .little(UInt32(0x7FFF_FFFF)) + [1, 0, 0xFF, 0xFF] + Bytes(zeros: 24),
            failure: Failure(.truncated, "the bytes end at 54, before the 18446744073709551615 that its pixels take")),
    ]

    @Test(arguments: cases)
    func verdict(_ row: Case) {
        let size = PixelSize(width: 1, height: 1)
        let header = ImageHeader(format: row.format, displayed: size, stored: size, orientation: .up)
        #expect(Pixels.decodingFailure(of: ArrayBytes(bytes: row.bytes.all), header: header) == row.failure)
    }

    /// Frames of one color, without a loss (RFC 9649, 2.7 and 3).
    private static func animation(canvas: UInt32, frames: [(width: UInt32, height: UInt32)]) -> Bytes {
        let side = Bytes(Array(Bytes.little(canvas - 1).all[..<3]))
        var body = Bytes("WEBP") + chunk("VP8X", [2, 0, 0, 0] + side + side) + chunk("ANIM", Bytes(zeros: 6))
        for frame in frames {
            let sides = Bytes([frame.width, frame.height].flatMap { Bytes.little($0 - 1).all[..<3] })
            // The signature, 14 bits for each side, and five codes of one symbol.
            let pixels = Bytes([0x2F]) + .little((frame.width - 1) | (frame.height - 1) << 14) + [0x88, 0x88, 0x08] + Bytes(zeros: 4)
            body += chunk("ANMF", Bytes(zeros: 6) + sides + Bytes(zeros: 4) + chunk("VP8L", pixels))
        }
        return "RIFF" + .little(UInt32(body.count)) + body
    }

    private static func chunk(_ name: String, _ content: Bytes) -> Bytes {
        Bytes(name) + .little(UInt32(content.count)) + content + Bytes(zeros: content.count % 2)
    }

    /// A progressive picture of one block: a scan of its mean, then empty scans of one frequency after the other.
    private static func jpeg(scans: Int) -> Bytes {
        let oneCode = Bytes([1] + [UInt8](repeating: 0, count: 15))
        var picture: Bytes = [0xFF, 0xD8] + .segment(0xDB, [0] + Bytes([UInt8](repeating: 1, count: 64)))
        picture += .frame(0xC2, width: 8, height: 8)
        picture += .segment(0xC4, [0] + oneCode + [0]) + .segment(0xC4, [0x10] + oneCode + [0])
        picture += .segment(0xDA, [1, 1, 0, 0, 0, 0]) + [0x7F]
        for scan in 0..<scans - 1 {
            let frequency = UInt8(1 + scan % 63)
            picture += .segment(0xDA, [1, 1, 0, frequency, frequency, 0]) + [0x7F]
        }
        return picture + [0xFF, 0xD9]
    }

    /// An item without an offset and a length, in a list whose numbers have no bytes.
    private static func item(extents: UInt16) -> Bytes { [0, 1, 0, 0] + .big(extents) }

    private static func locations(_ items: Bytes, item: Bytes, count: Int) -> Bytes {
        .box("meta", .big(UInt32(0)), locationsBox(items + Bytes([[UInt8]](repeating: item.all, count: count).flatMap(\.self))))
    }

    private static func locationsBox(_ content: Bytes) -> Bytes { .fullBox("iloc", .big(UInt16(0)), content) }

    /// A directory that follows itself.
    private static func loopingTIFF(entries: Int) -> Bytes {
        let entry = Bytes.entry(256, type: 3, value: 1)
        return "II" + .little(UInt16(42)) + .little(UInt32(8)) + .little(UInt16(entries))
            + Bytes([[UInt8]](repeating: entry.all, count: entries).flatMap(\.self)) + .little(UInt32(8))
    }

    /// Directories that share one list, of the strips and of their lengths.
    private static func tiffWithSharedStrips(pictures: Int, strips: Int) -> Bytes {
        let list = UInt32(8 + 30 * pictures)
        var bytes = Bytes("II") + .little(UInt16(42)) + .little(UInt32(8))
        for picture in 1...pictures {
            bytes += .little(UInt16(2)) + .entry(273, type: 3, count: UInt32(strips), value: list)
            bytes += .entry(279, type: 3, count: UInt32(strips), value: list)
            bytes += .little(UInt32(picture < pictures ? 8 + 30 * picture : 0))
        }
        return bytes + Bytes(zeros: 2 * strips)
    }

    private static func gif(pictures: Int) -> Bytes {
        let picture: Bytes = [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]
        return "GIF89a" + [1, 0, 1, 0, 0, 0, 0] + Bytes([[UInt8]](repeating: picture.all, count: pictures).flatMap(\.self)) + [0x3B]
    }
}
