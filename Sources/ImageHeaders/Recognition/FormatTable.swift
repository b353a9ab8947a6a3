import Base

/// The formats and their signatures, the strongest first. A new format is a row here and a file in Formats.
enum FormatTable {
    struct Readable {
        let signature: Signature
        let makeReader: @Sendable () -> FormatReader
    }

    struct Unread {
        let signature: Signature
        let name: String
    }

    static let readable: [Readable] = [
        Readable(signature: Signature([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])) { PNGReader() },
        Readable(signature: Signature("RIFF????WEBP")) { WebPReader() },
        Readable(signature: Signature("GIF87a")) { GIFReader() },
        Readable(signature: Signature("GIF89a")) { GIFReader() },
        // The box's length, in front of its name, is far below 64 KB.
        Readable(signature: Signature([0, 0, nil, nil, 0x66, 0x74, 0x79, 0x70])) { HEIFReader() },
        Readable(signature: Signature([0x49, 0x49, 42, 0])) { TIFFReader() },
        Readable(signature: Signature([0x4D, 0x4D, 0, 42])) { TIFFReader() },
        Readable(signature: Signature([0x49, 0x49, 43, 0])) { TIFFReader() },
        Readable(signature: Signature([0x4D, 0x4D, 0, 43])) { TIFFReader() },
        Readable(signature: Signature([0xFF, 0xD8, 0xFF])) { JPEGReader() },
        // Two letters alone could begin a text. The length of the DIB header is at most 124, so its
        // second byte is 0, which no text has.
        Readable(signature: Signature("BM?????????????\0")) { BMPReader() },
    ]

    /// Formats that are recognised but not supported. The first matching row wins.
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
        // A TGA file begins with its numbers. Without a colour map, the five bytes that describe one are 0. A cursor has its
        // count of pictures there, so TGA comes first.
        Unread(signature: Signature([0, 0, 2, 0, 0, 0, 0, 0]), name: "TGA"),
        Unread(signature: Signature([0, 0, 3, 0, 0, 0, 0, 0]), name: "TGA"),
        Unread(signature: Signature([0, 0, 10, 0, 0, 0, 0, 0]), name: "TGA"),
        Unread(signature: Signature([0, 0, 11, 0, 0, 0, 0, 0]), name: "TGA"),
        Unread(signature: Signature([0, 1, 1, 0, 0, nil, nil, 24]), name: "TGA"),
        Unread(signature: Signature([0, 1, 9, 0, 0, nil, nil, 24]), name: "TGA"),
        Unread(signature: Signature([0, 1, 1, 0, 0, nil, nil, 32]), name: "TGA"),
        Unread(signature: Signature([0, 1, 9, 0, 0, nil, nil, 32]), name: "TGA"),
        Unread(signature: Signature([0, 0, 2, 0, nil, 0]), name: "Windows cursor (CUR)"),
        Unread(signature: Signature([0xFF, 0x0A]), name: "JPEG XL"),
    ]

    /// Canon's raw format is a TIFF with two more letters behind the header.
    private static let canonRaw = Signature([0x49, 0x49, 42, 0, 16, 0, 0, 0, 0x43, 0x52])

    /// The index in `readable` of the content's format.
    static func recognise(_ window: ByteWindow, isEnd: Bool) throws(HeaderStop) -> Int {
        let bytes = window.bytes
        guard bytes.count > 0 || !isEnd else { throw .failed(Failure(.empty)) }
        let beginning = Beginning(of: bytes)
        var isUndecided = false
        for (index, row) in readable.enumerated() {
            switch row.signature.match(beginning) {
            case .yes:
                if canonRaw.match(beginning) == .yes { throw .unsupported("camera raw (CR2) is not read") }
                return index
            case .maybe: isUndecided = true
            case .no: break
            }
        }
        for row in unread {
            switch row.signature.match(beginning) {
            case .yes: throw .unsupported("\(row.name) is not read")
            case .maybe: isUndecided = true
            case .no: break
            }
        }
        if isUndecided {
            // The bytes are the beginning of a signature. At the end of the file the request cannot be met,
            // so the result is "truncated".
            throw .needs(ByteRequest(offset: 0, count: isEnd ? bytes.count + 1 : Beginning.length))
        }
        guard isEnd || bytes.count >= NonPictureContent.sampleLength else {
            throw .needs(ByteRequest(offset: 0, count: NonPictureContent.sampleLength))
        }
        throw .failed(NonPictureContent.failure(for: bytes))
    }
}
