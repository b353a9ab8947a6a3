import Failures

/// The formats by their signatures, the strongest first. A format is one row here and one
/// file in Formats.
enum FormatTable {
    struct Readable {
        /// All of them must match.
        let signatures: [Signature]
        let makeReader: @Sendable () -> FormatReader
    }

    struct Unread {
        let signature: Signature
        let name: String
    }

    static let readable: [Readable] = [
        Readable(signatures: [Signature([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])]) { PNGReader() },
        Readable(signatures: [Signature("RIFF"), Signature("WEBP", at: 8)]) { WebPReader() },
        Readable(signatures: [Signature("GIF87a")]) { GIFReader() },
        Readable(signatures: [Signature("GIF89a")]) { GIFReader() },
        // The box in front of which its length stands is far shorter than 64 KB.
        Readable(signatures: [Signature([0, 0]), Signature("ftyp", at: 4)]) { HEIFReader() },
        Readable(signatures: [Signature([0x49, 0x49, 42, 0])]) { TIFFReader() },
        Readable(signatures: [Signature([0x4D, 0x4D, 0, 42])]) { TIFFReader() },
        Readable(signatures: [Signature([0x49, 0x49, 43, 0])]) { TIFFReader() },
        Readable(signatures: [Signature([0x4D, 0x4D, 0, 43])]) { TIFFReader() },
        Readable(signatures: [Signature([0xFF, 0xD8, 0xFF])]) { JPEGReader() },
        // Two letters are a weak signature; the high bytes of the DIB header's length, which
        // is at most 124, are zero in no text.
        Readable(signatures: [Signature("BM"), Signature([nil, 0, 0, 0], at: 14)]) { BMPReader() },
    ]

    /// Pictures that are known and not read. A row before another wins.
    static let unread: [Unread] = [
        Unread(signature: Signature([0, 0, 0, 12, 0x4A, 0x58, 0x4C, 0x20]), name: "JPEG XL"),
        Unread(signature: Signature([0, 0, 0, 12, 0x6A, 0x50, 0x20, 0x20]), name: "JPEG 2000"),
        Unread(signature: Signature([0xFF, 0x4F, 0xFF, 0x51]), name: "JPEG 2000"),
        Unread(signature: Signature("8BPS"), name: "Photoshop (PSD)"),
        Unread(signature: Signature("FUJIFILM"), name: "camera raw (RAF)"),
        Unread(signature: Signature("IIRO"), name: "camera raw (ORF)"),
        Unread(signature: Signature("IIRS"), name: "camera raw (ORF)"),
        Unread(signature: Signature("MMOR"), name: "camera raw (ORF)"),
        Unread(signature: Signature([0x49, 0x49, 0x55, 0]), name: "camera raw (RW2)"),
        Unread(signature: Signature([0x49, 0x49, 0xBC, 1]), name: "JPEG XR"),
        Unread(signature: Signature([0x8A, 0x4D, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]), name: "MNG"),
        Unread(signature: Signature([0x8B, 0x4A, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]), name: "JNG"),
        Unread(signature: Signature([0x76, 0x2F, 0x31, 0x01]), name: "OpenEXR"),
        Unread(signature: Signature("qoif"), name: "QOI"),
        Unread(signature: Signature("gimp xcf"), name: "GIMP (XCF)"),
        Unread(signature: Signature([0x42, 0x50, 0x47, 0xFB]), name: "BPG"),
        Unread(signature: Signature("DDS |\0\0\0"), name: "DDS"),
        Unread(signature: Signature([0, 0, 1, 0, nil, 0]), name: "Windows icon (ICO)"),
        Unread(signature: Signature([0, 0, 2, 0, nil, 0]), name: "Windows cursor (CUR)"),
        Unread(signature: Signature([0xFF, 0x0A]), name: "JPEG XL"),
    ]

    /// Canon's raw is a TIFF but for two letters behind the header.
    private static let canonRaw = Signature([0x49, 0x49, 42, 0, 16, 0, 0, 0])
    private static let canonRawName = Signature("CR", at: 8)

    /// The row in `readable` whose format the content has.
    static func recognise(_ window: ByteWindow, isEnd: Bool) throws(Interruption) -> Int {
        let bytes = window.bytes
        guard bytes.count > 0 || !isEnd else { throw .failed(Failure(.empty)) }
        var isUndecided = false
        for (index, row) in readable.enumerated() {
            switch match(row.signatures, bytes) {
            case .yes:
                if match([canonRaw, canonRawName], bytes) == .yes { throw .unsupported("camera raw (CR2) is not read") }
                return index
            case .maybe: isUndecided = true
            case .no: break
            }
        }
        for row in unread {
            switch row.signature.match(bytes) {
            case .yes: throw .unsupported("\(row.name) is not read")
            case .maybe: isUndecided = true
            case .no: break
            }
        }
        if isUndecided {
            // A beginning of a signature and no more: to ask is to be told that the file ends.
            throw .needs(ByteRequest(offset: 0, count: isEnd ? bytes.count + 1 : longestSignature))
        }
        guard isEnd || bytes.count >= Content.sample else {
            throw .needs(ByteRequest(offset: 0, count: Content.sample))
        }
        throw .failed(Content.failure(for: bytes))
    }

    /// A RIFF header and the first chunk's name.
    private static let longestSignature = 18

    private static func match(_ signatures: [Signature], _ bytes: UnsafeRawBufferPointer) -> Signature.Match {
        var result = Signature.Match.yes
        for signature in signatures {
            switch signature.match(bytes) {
            case .no: return .no
            case .maybe: result = .maybe
            case .yes: break
            }
        }
        return result
    }
}
