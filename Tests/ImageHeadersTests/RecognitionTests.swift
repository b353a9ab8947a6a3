import ImageHeaders
import TestSupport
import Testing
import WeirBase

/// Messages name content that is not a picture or has an unsupported format.
@Suite struct RecognitionTests {
    static let svgPrologue = "<?xml version=\"1.0\"?>\n<!-- a <b> of ours -->\n"

    @Test(
        arguments: [
            (Bytes(""), Failure.Code.empty, "no bytes"),
            (Bytes("<!DOCTYPE html><html><body>404</body></html>"), .notAnImage, "HTML"),
            (Bytes("\u{FEFF}  \n<HTML>"), .notAnImage, "HTML"),
            (Bytes("<p>gone</p><svg>"), .notAnImage, "HTML"),
            (Bytes("<?xml version=\"1.0\"?><error/>"), .notAnImage, "XML"),
            (Bytes("{\"error\": \"not found\"}"), .notAnImage, "JSON"),
            (Bytes("  [1, 2]"), .notAnImage, "JSON"),
            (Bytes("just a note\n"), .notAnImage, "text"),
            (Bytes("BMW builds cars, and this is a letter"), .notAnImage, "text"),
            (Bytes("%PDF-1.7 and so on"), .notAnImage, "PDF"),
            ([0x50, 0x4B, 3, 4, 0, 0, 0, 0, 1, 2], .notAnImage, "ZIP"),
            ([0x1F, 0x8B, 8, 0, 0, 0], .truncated, "before the size"),
            (Bytes(zeros: 5000), .notAnImage, "zeros"),
            ([0xFF, 0xFE, 0x41, 0x00, 0x42, 0x00], .notAnImage, "UTF-16"),
            (.box("ftyp", Bytes("isom") + Bytes(zeros: 4) + Bytes("isommp42")), .notAnImage, "isom"),
            (Bytes("version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n"), .notAnImage, "git lfs pull"),
            (Bytes("version 2 of our letter"), .notAnImage, "text"),
            (Bytes(svgPrologue + "<SVG width='3'>"), .notAnImage, "XML"),
            (Bytes(svgPrologue + "<!DOCTYPE svg PUBLIC>"), .corrupt, "expat"),
            (Bytes("<svg xmlns='http://www.w3.org/2000/svg'/>"), .noSize, "viewBox"),
            (Bytes("<svg width='4' height=3>"), .corrupt, "expat"),
            ([0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 40, 0, 30, 0, 25, 32, 1, 2, 3], .notAnImage, "not a picture"),
            ([0, 0, 1, 0, 1, 0, 16, 16, 0, 0, 1, 0, 32, 0, 9, 0, 0, 0, 3, 0, 0, 0], .corrupt, "icon"),
            (Bytes("FORM") + [0, 0, 0, 40] + Bytes("AIFFCOMM") + Bytes(zeros: 30), .notAnImage, "not a picture"),
            (Bytes("abcd\u{95A}x, a text with letters of Hindi"), .notAnImage, "text"),
            ([0, 1, 0, 0, 0xE0, 0xA5] as Bytes + Bytes(zeros: 200), .notAnImage, "not a picture"),
            (Bytes("#?RGBE\n\n-Y many +X 4\n"), .corrupt, "Radiance"),
            (Bytes("icns") + [0, 0, 0, 16] + Bytes("info") + [0, 0, 0, 8], .corrupt, "without an icon"),
            (Bytes("FORM") + [0, 0, 0, 40] + Bytes("ILBMBODY") + Bytes(zeros: 40), .corrupt, "ILBM"),
            ([0x76, 0x2F, 0x31, 0x01, 2, 0, 0, 0] as Bytes + Bytes(zeros: 40), .corrupt, "windows"),
            (
                [0x76, 0x2F, 0x31, 0x01, 2, 0, 0, 0] as Bytes + Bytes(repeating: "a", count: 256) + [0, 0x62, 0] + Bytes(zeros: 40),
                .corrupt, "255 bytes"
            ),
            (
                [0x76, 0x2F, 0x31, 0x01, 2, 0, 0, 0] as Bytes + Bytes(repeating: "a", count: 255) + [0, 0x62, 0] + Bytes(zeros: 40),
                .corrupt, "windows"
            ),
            (Bytes("P6 is a paragraph, 3 2 a score"), .notAnImage, "text"),
            (Bytes("P1000 is the price of 20"), .notAnImage, "text"),
            (Bytes("P7\nwide\n"), .notAnImage, "text"),
            (Bytes("P7 3"), .notAnImage, "text"),
            (Bytes("P65 12 are rooms"), .notAnImage, "text"),
            (Bytes("P"), .truncated, "before the size"),
            (Bytes("P6"), .truncated, "before the size"),
            (Bytes("P6\n3"), .truncated, "before the size"),
            (Bytes("P7"), .truncated, "before the size"),
            (Bytes("P7\nWID"), .truncated, "before the size"),
            (Bytes("<svg"), .truncated, "before the size"),
            (Bytes("\u{1B}[31mno such picture"), .notAnImage, "text"),
            (Bytes("a\u{7F}b"), .notAnImage, "not a picture"),
            (Bytes("version https://git-lfs.github.com/spec/"), .notAnImage, "git lfs pull"),
            (.box("ftyp", [7, 7, 7, 7], Bytes(zeros: 4)), .notAnImage, "unknown"),
            (.box("ftyp", Bytes("crx ") + Bytes(zeros: 4) + Bytes("crx isom")), .unsupportedFormat, "CR3"),
            ([0x49, 0x49, 42, 0, 16, 0, 0, 0] + Bytes("CR") + [2, 0, 0, 0, 0, 0], .unsupportedFormat, "CR2"),
            (
                .tiff([.entry(256, type: 4, value: 4000), .entry(257, type: 4, value: 3000), .entry(50706, type: 1, count: 4, value: 1)]),
                .unsupportedFormat, "DNG"
            ),
            (
                .tiff([
                    .entry(254, type: 4, value: 1), .entry(256, type: 4, value: 160), .entry(257, type: 4, value: 120),
                    .entry(330, type: 4, count: 2, value: 9),
                ]), .unsupportedFormat, "raw"
            ),
            (
                .tiff([
                    .entry(256, type: 4, value: 160), .entry(257, type: 4, value: 120), .entry(259, type: 3, value: 6),
                    .entry(330, type: 4, value: 9),
                ]), .unsupportedFormat, "raw"
            ),
            (
                .tiff([.entry(256, type: 4, value: 8), .entry(257, type: 4, value: 8), .entry(262, type: 3, value: 32803)]),
                .unsupportedFormat, "raw"
            ),
            (
                .tiff([.entry(256, type: 4, value: 8), .entry(257, type: 4, value: 8), .entry(262, type: 3, value: 34892)]),
                .unsupportedFormat, "raw"
            ),
            (
                .tiff([
                    .entry(256, type: 4, value: 8), .entry(257, type: 4, value: 8), .entry(262, type: 3, value: 34892),
                    .entry(50706, type: 1, count: 4, value: 1),
                ]), .unsupportedFormat, "DNG"
            ),
            (
                .tiff([
                    .entry(254, type: 4, value: 1), .entry(256, type: 4, value: 8), .entry(257, type: 4, value: 8),
                    .entry(33424, type: 4, value: 99),
                ]),
                .unsupportedFormat, "raw"
            ),
            (
                .tiff([
                    .entry(254, type: 4, value: 1), .entry(256, type: 4, value: 8), .entry(257, type: 4, value: 8),
                    .entry(37398, type: 1, count: 4, value: 1),
                ]),
                .unsupportedFormat, "raw"
            ),
            ([0x49, 0x49, 42, 0, 8, 10, 0, 0] as Bytes + Bytes("IIIICwaR") + Bytes(zeros: 20), .unsupportedFormat, "IIQ"),
            ([0x49, 0x49, 0x1A, 0, 0, 0] as Bytes + Bytes("HEAPCCDR") + [2, 0] + Bytes(zeros: 20), .unsupportedFormat, "CRW"),
            ([0, 0x4D, 0x52, 0x4D, 0, 0, 10, 12, 0] as Bytes + Bytes("PRD") + Bytes(zeros: 20), .unsupportedFormat, "MRW"),
            (Bytes("FOVb") + [2, 0, 2, 0] + Bytes(zeros: 20), .unsupportedFormat, "X3F"),
            ([0xFF, 0xD8] + .frame(0xC3, width: 9, height: 9), .unsupportedFormat, "lossless"),
            ([0xFF, 0xD8] + .frame(width: 9, height: 0), .unsupportedFormat, "DNL"),
        ] as [(Bytes, Failure.Code, String)])
    func refused(_ content: Bytes, _ code: Failure.Code, _ word: String) {
        for feeding in Feeding.allCases {
            guard case .failure(let failure) = readHeader(of: content.all[...], feeding).result else {
                Issue.record("\(word) is read as a picture")
                continue
            }
            #expect(failure.code == code)
            #expect(failure.message.contains(word), "\(failure.message)")
        }
    }

    /// A developed picture may keep the tags of its raw file.
    @Test(arguments: [33421, 33424, 37398, 50740] as [UInt16]) func developed(tag: UInt16) throws {
        let picture = Bytes.tiff([
            .entry(256, type: 4, value: 8), .entry(257, type: 4, value: 9), .entry(262, type: 3, value: 2), .entry(tag, type: 4, value: 99),
        ])
        for feeding in Feeding.allCases {
            #expect(try readHeader(of: picture.all[...], feeding).result.get().displayed == PixelSize(width: 8, height: 9))
        }
    }
}
