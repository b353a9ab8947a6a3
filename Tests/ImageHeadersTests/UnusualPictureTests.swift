import ImageHeaders
import TestSupport
import Testing
import WeirBase

/// Pictures that their specifications allow, or just do not, and that no encoder at hand writes.
@Suite struct UnusualPictureTests {
    private static func icns(_ elements: Bytes...) -> Bytes { file("icns", elements.reduce([], +)) }

    /// A name, the length with both, and the content.
    private static func file(_ name: String, _ content: Bytes) -> Bytes { Bytes(name) + .big(UInt32(content.count + 8)) + content }

    /// A small JPEG XL of 40x40 in a box: all that its header needs is in two bytes behind the signature.
    private static func jxl(_ codestream: Bytes) -> Bytes {
        .box("JXL ", [0x0D, 0x0A, 0x87, 0x0A]) + .box("ftyp", "jxl ", Bytes(zeros: 4), "jxl ") + .box("jxlc", codestream)
            + .box("free", Bytes(zeros: 9))
    }

    /// A WebP of 40x30 that announces Exif, with these chunks.
    private static func webp(_ chunks: Bytes) -> Bytes {
        let content = Bytes("WEBPVP8X") + .little(UInt32(10)) + [8, 0, 0, 0, 39, 0, 0, 29, 0, 0] + chunks
        return Bytes("RIFF") + .little(UInt32(content.count)) + content
    }

    private static func exif(_ block: Bytes) -> Bytes {
        Bytes("EXIF") + .little(UInt32(block.count)) + block + Bytes(zeros: block.count % 2)
    }

    private static func tiff(_ entries: Bytes...) -> Bytes {
        .tiff(entries + [.entry(256, type: 4, value: 40), .entry(257, type: 4, value: 30)])
    }

    /// An OpenEXR of 40x30 with this attribute before its windows.
    private static func exr(_ name: Bytes, _ content: Bytes) -> Bytes {
        let corners = [0, 0, 39, 29].reduce([] as Bytes) { $0 + .little(Int32($1)) }
        let windows = ["dataWindow", "displayWindow"].map { Bytes($0) + Bytes("\0box2i\0") + .little(Int32(16)) + corners }
        return [0x76, 0x2F, 0x31, 0x01, 2, 0, 0, 0] + name + Bytes("\0int\0") + .little(Int32(content.count)) + content + windows[0]
            + windows[1] + [0]
    }

    /// A GIF of 4x3, whose first frame of 40x30 begins at this byte, behind a comment.
    private static func gif(frameAt position: Int) -> Bytes {
        let last = position - 13 - 2 - 3 * 256 - 2
        let comment = [0x21, 0xFE] + Bytes(repeating: [255] + Bytes(zeros: 255), count: 3) + [UInt8(last)] + Bytes(zeros: last) + [0]
        return Bytes("GIF89a") + [4, 0, 3, 0, 0, 0, 0] + comment + [0x2C, 0, 0, 0, 0, 40, 0, 30, 0, 0] + Bytes(zeros: 40)
    }

    /// A list of icons for a file of ICNS.
    private static func icons(_ count: Int) -> Bytes { Bytes(repeating: Bytes("icp4") + .big(UInt32(17)), count: count) }

    @Test(
        arguments: [
            ("an icon", icns(file("ic07", Bytes(zeros: 9))), 128, 128),
            ("an icon of nothing", icns(file("ic07", [])), 128, 128),
            (
                "a list before other icons",
                icns(file("TOC ", Bytes("icp4") + .big(UInt32(17))), file("icp4", Bytes(zeros: 9)), file("ic07", Bytes(zeros: 9))), 16, 16
            ),
            (
                "a list without icons",
                icns(file("TOC ", Bytes("info") + .big(UInt32(17))), file("info", Bytes(zeros: 9)), file("ic07", Bytes(zeros: 9))), 128, 128
            ),
            ("a list of 8 KB", icns(file("TOC ", icons(1023))), 16, 16),
            ("a codestream without a byte more", jxl([0xFF, 0x0A, 0b0100_1001, 0b10]), 40, 40),
            ("Exif that is only announced", webp([]), 40, 30),
            ("Exif behind another chunk", webp(Bytes("ABCD") + .little(UInt32(1)) + [1, 0] + exif(.exif(orientation: 6))), 30, 40),
            ("Exif with the prefix of JPEG", webp(exif(Bytes("Exif\0\0") + .exif(orientation: 6))), 30, 40),
            ("Exif of nothing but the prefix", webp(exif("Exif\0\0")), 40, 30),
            ("Exif of five bytes", webp(exif("Exif\0")), 40, 30),
            (
                "Exif with a directory just behind its end",
                webp(exif(Bytes("II") + [42, 0] + .little(UInt32(20)) + Bytes(zeros: 6)) + exif(Bytes(zeros: 90))), 40, 30
            ),
            (
                "Exif with a directory far behind its end",
                webp(exif(Bytes("II") + [42, 0] + .little(UInt32(60)) + Bytes(zeros: 6)) + exif(Bytes(zeros: 90))), 40, 30
            ),
            (
                "Exif with an entry that ends with it",
                webp(exif(Bytes("MM") + [0, 42, 0, 0, 0, 8, 0, 1] + [1, 18, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0])), 30, 40
            ),
            ("a reduced picture", tiff(.entry(254, type: 4, value: 1)), 40, 30),
            ("a mask, with directories below it", tiff(.entry(254, type: 4, value: 4), .entry(330, type: 4, value: 99)), 40, 30),
            ("an attribute of nothing", exr("a", []), 40, 30),
            ("an attribute with the longest name", exr(Bytes(repeating: "a", count: 255), [1, 2, 3, 4]), 40, 30),
            ("a frame at the start of a GIF", gif(frameAt: 800), 40, 30),
            ("a frame that ends with the first kilobyte", gif(frameAt: 1014), 40, 30),
            ("a frame that ends behind the first kilobyte", gif(frameAt: 1015), 4, 3),
            ("a comment that ends with the first kilobyte", Bytes(Array(gif(frameAt: 1025).all[..<1024])), 4, 3),
        ] as [(String, Bytes, Int, Int)])
    func isRead(_ name: String, _ picture: Bytes, _ width: Int, _ height: Int) throws {
        for feeding in Feeding.allCases {
            #expect(
                try readHeader(of: picture.all[...], feeding).result.get().displayed == PixelSize(width: width, height: height),
                "\(name) \(feeding)")
        }
    }

    @Test(
        arguments: [
            ("a codestream without its last byte", jxl([0xFF, 0x0A, 0b0100_1001]), Failure.Code.corrupt),
            ("a list of more than 8 KB", icns(file("TOC ", icons(1024))), .corrupt),
            ("an icon shorter than its name", icns(Bytes("ic07") + .big(UInt32(7)) + Bytes(zeros: 20)), .corrupt),
            ("an attribute with too long a name", exr(Bytes(repeating: "a", count: 256), []), .corrupt),
            ("a raw file with a preview", tiff(.entry(254, type: 4, value: 1), .entry(330, type: 4, value: 99)), .unsupportedFormat),
            (
                "a sprite without frames",
                Bytes(zeros: 4) + [0xE0, 0xA5, 0, 0, 4, 0, 3, 0, 32, 0] + Bytes(zeros: 118) + [0xFA, 0xF1] + Bytes(zeros: 20), .notAnImage
            ),
        ] as [(String, Bytes, Failure.Code)])
    func isRefused(_ name: String, _ picture: Bytes, _ code: Failure.Code) {
        for feeding in Feeding.allCases {
            let result = readHeader(of: picture.all[...], feeding).result
            #expect(result.code == code, "\(name) \(feeding): \(result)")
        }
    }
}
