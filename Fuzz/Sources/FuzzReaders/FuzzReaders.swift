import Fuzzing

/// The fuzzers of what reads pictures and rows.
@main
struct FuzzReaders {
    static func main() {
        // The signature replaces the input's first bytes, so that libFuzzer need not find it.
        fuzz([
            ("PNG", { checkHeaderReader($0, signature: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) }),
            ("JPEG", { checkHeaderReader($0, signature: [0xFF, 0xD8, 0xFF]) }),
            ("WebP", { checkHeaderReader($0, signature: Array("RIFF".utf8), then: Array("WEBPVP8".utf8), at: 8) }),
            ("GIF", { checkHeaderReader($0, signature: Array("GIF89a".utf8)) }),
            ("BMP", { checkHeaderReader($0, signature: Array("BM".utf8), then: [0, 0, 0], at: 15) }),
            ("TIFF", { checkHeaderReader($0, signature: [0x49, 0x49, 42, 0]) }),
            ("BigTIFF", { checkHeaderReader($0, signature: [0x4D, 0x4D, 0, 43, 0, 8, 0, 0]) }),
            ("HEIF", { checkHeaderReader($0, signature: [0, 0, 0, 20], then: Array("ftypavif".utf8), at: 4) }),
            ("SVG", { checkHeaderReader($0, signature: Array("<svg ".utf8)) }),
            ("ICO", { checkHeaderReader($0, signature: [0, 0, 1, 0], then: [0], at: 5) }),
            ("Netpbm", { checkHeaderReader($0, signature: Array("P".utf8)) }),
            ("JXL", { checkHeaderReader($0, signature: [0xFF, 0x0A]) }),
            // The containers of JPEG XL and JPEG 2000; three letters choose one.
            ("Boxes", { checkHeaderReader($0, signature: [0, 0, 0, 12], then: [0x20, 0x0D, 0x0A, 0x87, 0x0A], at: 7) }),
            ("J2K", { checkHeaderReader($0, signature: [0xFF, 0x4F, 0xFF, 0x51]) }),
            // The chunk that Xcode's PNG has before its header.
            (
                "CgBI",
                {
                    checkHeaderReader(
                        $0, signature: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], then: [0, 0, 0, 4, 0x43, 0x67, 0x42, 0x49], at: 8)
                }
            ),
            ("PSD", { checkHeaderReader($0, signature: Array("8BPS".utf8)) }),
            ("QOI", { checkHeaderReader($0, signature: Array("qoif".utf8), then: [0], at: 8) }),
            ("TGA", { checkHeaderReader($0, signature: [0, 0, 2]) }),
            ("EXR", { checkHeaderReader($0, signature: [0x76, 0x2F, 0x31, 0x01]) }),
            ("HDR", { checkHeaderReader($0, signature: Array("#?RGBE\n".utf8)) }),
            ("ICNS", { checkHeaderReader($0, signature: Array("icns".utf8) + [0]) }),
            ("ILBM", { checkHeaderReader($0, signature: Array("FORM".utf8), then: Array("ILBM".utf8), at: 8) }),
            ("Sequence", { checkHeaderReader($0, signature: [0, 0, 0, 16], then: Array("ftypavis".utf8), at: 4) }),
            ("Recognition", { checkHeaderReader($0, signature: []) }),
            ("Decoding", { checkDecoders($0) }),
            ("SmallPictures", { checkSmallPictures($0) }),
            ("SeparatePictures", { checkSmallPictures($0, separately: true) }),
            ("Source", { checkSource($0) }),
            ("CSV", { checkTable($0, delimiter: UInt8(ascii: ",")) }),
            ("TSV", { checkTable($0, delimiter: UInt8(ascii: "\t")) }),
            ("Copy", { checkCopy($0) }),
            ("NestedJSON", { checkNestedJSON($0) }),
            ("JSON", { checkJSON($0, lines: nil) }),
            ("JSONLines", { checkJSON($0, lines: true) }),
            ("XMLPlist", { checkXMLPlist($0) }),
            ("BinaryPlist", { checkBinaryPlist($0) }),
        ])
    }
}
