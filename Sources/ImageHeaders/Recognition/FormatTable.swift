import Base

/// The formats and their signatures, the strongest first, and those without a signature behind them. A new format is a row
/// here and a file in Formats.
enum FormatTable {
    struct Readable {
        let signature: Signature
        /// How many bytes the reader must see at once, unless the file is shorter.
        let firstBytes: Int
        let makeReader: @Sendable () -> FormatReader

        init(signature: Signature, firstBytes: Int = 0, makeReader: @escaping @Sendable () -> FormatReader) {
            self.signature = signature
            self.firstBytes = firstBytes
            self.makeReader = makeReader
        }
    }

    struct Unread {
        let signature: Signature
        let name: String
    }

    static let readable: [Readable] = [
        Readable(signature: Signature([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])) { PNGReader() },
        Readable(signature: Signature("RIFF????WEBP")) { WebPReader() },
        Readable(signature: Signature("GIF87a"), firstBytes: GIFReader.firstBytes) { GIFReader() },
        Readable(signature: Signature("GIF89a"), firstBytes: GIFReader.firstBytes) { GIFReader() },
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
        Readable(signature: Signature([0, 0, 0, 12, 0x4A, 0x58, 0x4C, 0x20])) { JXLReader() },
        Readable(signature: Signature([0, 0, 0, 12, 0x6A, 0x50, 0x20, 0x20])) { JP2Reader() },
        Readable(signature: Signature([0xFF, 0x4F, 0xFF, 0x51])) { JP2Reader() },
        Readable(signature: Signature([0xFF, 0x0A])) { JXLReader() },
        fixed(Signature("8BPS"), PSDHeader.length, PSDHeader.read),
        // The sides of a picture that fits into a memory are below 2^24.
        fixed(Signature([0x71, 0x6F, 0x69, 0x66, 0, nil, nil, nil, 0]), QOIHeader.length, QOIHeader.read),
        fixed(Signature("DDS |\0\0\0"), DDSHeader.length, DDSHeader.read),
        fixed(
            Signature([0xAB, 0x4B, 0x54, 0x58, 0x20, 0x31, 0x31, 0xBB, 0x0D, 0x0A, 0x1A, 0x0A]), KTXHeader.firstLength,
            KTXHeader.readFirst),
        fixed(
            Signature([0xAB, 0x4B, 0x54, 0x58, 0x20, 0x32, 0x30, 0xBB, 0x0D, 0x0A, 0x1A, 0x0A]), KTXHeader.secondLength,
            KTXHeader.readSecond),
        fixed(Signature("VTF\0"), VTFHeader.length, VTFHeader.read),
        fixed(Signature("farbfeld"), FarbfeldHeader.length, FarbfeldHeader.read),
        // The file's length is below 2 GB, so its first byte is no letter of a text that begins with the name.
        Readable(signature: Signature([0x69, 0x63, 0x6E, 0x73, 0])) { ICNSReader() },
        Readable(signature: Signature([0x76, 0x2F, 0x31, 0x01])) { EXRReader() },
        Readable(signature: Signature("#?RADIANCE\n")) { RadianceReader() },
        Readable(signature: Signature("#?RGBE\n")) { RadianceReader() },
        Readable(signature: Signature("FORM????ILBM")) { ILBMReader() },
        Readable(signature: Signature("FORM????PBM ")) { ILBMReader() },
        Readable(signature: Signature([0, 0, 1, 0, nil, 0])) { ICOReader() },
        // Without a colour map, the five bytes of a TGA that describe one are 0. A cursor has its count of pictures in two of them,
        // so the other three do not count in true colour.
        Readable(signature: Signature([0, 0, 2, 0, 0, 0])) { TGAReader() },
        Readable(signature: Signature([0, 0, 3, 0, 0, 0, 0, 0])) { TGAReader() },
        Readable(signature: Signature([0, 0, 10, 0, 0, 0, 0, 0])) { TGAReader() },
        Readable(signature: Signature([0, 0, 11, 0, 0, 0, 0, 0])) { TGAReader() },
        Readable(signature: Signature([0, 1, 1, 0, 0])) { TGAReader() },
        Readable(signature: Signature([0, 1, 9, 0, 0])) { TGAReader() },
        Readable(signature: Signature([0, 0, 2, 0, nil, 0])) { ICOReader() },
        // XML in UTF-8 and UTF-16 behind a byte order mark, and compressed.
        svg([0xEF, 0xBB, 0xBF, 0x3C]), svg([0xFF, 0xFE, 0x3C, 0]), svg([0xFE, 0xFF, 0, 0x3C]), svg([0x1F, 0x8B, 8]),
        // Letters of some languages have these two bytes too, but no text has the zero, the high byte of the bits for each pixel.
        fixed(
            Signature([nil, nil, nil, nil, 0xE0, 0xA5, nil, nil, nil, nil, nil, nil, nil, 0]), AsepriteHeader.length,
            AsepriteHeader.read),
    ]

    /// Those of `readable`, without the closures of its rows, which would be counted in and out for each picture.
    private static let signatures = readable.map(\.signature)

    private static func fixed(_ signature: Signature, _ length: Int, _ header: @escaping FixedHeaderReader.Header) -> Readable {
        Readable(signature: signature) { FixedHeaderReader(length: length, header) }
    }

    /// The reader names another document than an SVG after its sample.
    private static func svg(_ signature: [UInt8?]) -> Readable {
        Readable(signature: Signature(signature), firstBytes: NonPictureContent.sampleLength) { SVGReader() }
    }

    /// A format whose beginning has no fixed bytes.
    struct Shape {
        /// Whether the sample can be the beginning of such a file.
        let looksRight: @Sendable (UnsafeRawBufferPointer) -> Bool
        let makeReader: @Sendable () -> FormatReader
    }

    static let shapes: [Shape] = [
        Shape(looksRight: NonPictureContent.looksLikeMarkup) { SVGReader() },
        Shape(looksRight: NetpbmHeader.looksRight) { PNMReader() },
        Shape(looksRight: TGAReader.looksRight) { TGAReader() },
    ]

    /// The makers of readers: those of `readable`, then those of `shapes`.
    static let makers = readable.map(\.makeReader) + shapes.map(\.makeReader)

    /// Formats that are recognised but not supported. The first matching row wins.
    static let unread: [Unread] = [
        Unread(signature: Signature("FUJIFILM"), name: "camera raw (RAF)"),
        Unread(signature: Signature("IIRO"), name: "camera raw (ORF)"),
        Unread(signature: Signature("IIRS"), name: "camera raw (ORF)"),
        Unread(signature: Signature("MMOR"), name: "camera raw (ORF)"),
        Unread(signature: Signature([0x49, 0x49, 0x55, 0]), name: "camera raw (RW2)"),
        Unread(signature: Signature([0x49, 0x49, 0xBC, 1]), name: "JPEG XR"),
        Unread(signature: Signature([0x8A, 0x4D, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]), name: "MNG"),
        Unread(signature: Signature([0x8B, 0x4A, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]), name: "JNG"),
        Unread(signature: Signature("gimp xcf"), name: "GIMP (XCF)"),
        Unread(signature: Signature([0x42, 0x50, 0x47, 0xFB]), name: "BPG"),
    ]

    /// Canon's raw format is a TIFF with two more letters behind the header.
    private static let canonRaw = Signature([0x49, 0x49, 42, 0, 16, 0, 0, 0, 0x43, 0x52])

    /// The index in `makers` of the content's format.
    static func recognise(_ window: ByteWindow, isEnd: Bool) throws(HeaderStop) -> Int {
        let bytes = window.bytes
        guard bytes.count > 0 || !isEnd else { throw .failed(Failure(.empty)) }
        let beginning = Beginning(of: bytes)
        var isUndecided = false
        for (index, signature) in signatures.enumerated() {
            switch signature.match(beginning) {
            // A stronger signature may still turn out to match.
            case .yes where !isUndecided:
                if canonRaw.match(beginning) == .yes { throw .unsupported("camera raw (CR2) is not read") }
                let firstBytes = readable[index].firstBytes
                guard isEnd || bytes.count >= firstBytes else { throw .needs(ByteRequest(offset: 0, count: firstBytes)) }
                return index
            case .yes, .maybe: isUndecided = true
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
        if let shape = shapes.firstIndex(where: { $0.looksRight(bytes) }) { return readable.count + shape }
        throw .failed(NonPictureContent.failure(for: bytes))
    }
}
