import WeirBase

/// The formats that a reader knows. A new format is a file in Formats, with its row, and the row's name in `standard`.
package struct FormatTable: Sendable {
    package let rows: [FormatRow]
    /// The signatures of all rows, without the closures of the rows, which would be counted in and out for each picture.
    private let signatures: [Signature]
    private let rowsOfSignatures: [(index: Int, firstBytes: Int)]
    /// The indexes of rows by the codes of their formats; -1 for other codes.
    private let rowsOfCodes: [Int]

    /// The rows with the strongest signatures come first, and so do the strictest shapes.
    package init(_ rows: [FormatRow]) {
        self.rows = rows
        signatures = rows.flatMap(\.signatures)
        rowsOfSignatures = rows.enumerated().flatMap { index, row in row.signatures.map { _ in (index, row.firstBytes) } }
        var rowsOfCodes = [Int](repeating: -1, count: 256)
        for (index, row) in rows.enumerated() {
            precondition(rowsOfCodes[Int(row.format.code)] == -1, "two formats have a code")
            precondition((1...31).contains(row.format.code), "journals have five bits for a format")
            rowsOfCodes[Int(row.format.code)] = index
        }
        self.rowsOfCodes = rowsOfCodes
    }

    /// The row of a format; nil if it is of another table.
    package subscript(format: ImageFormat) -> FormatRow? {
        let index = rowsOfCodes[Int(format.code)]
        return index < 0 ? nil : rows[index]
    }

    /// All formats that weir knows. A TGA has five zeros that describe an absent table, and a cursor has its count of pictures in
    /// two of them; so TGA stands before ICO. Two letters or less begin an Aseprite file, so it is the last.
    package static let standard = FormatTable([
        .png, .webp, .gif, .heic, .avif, .tiff, .jpeg, .bmp, .jxl,
        .jp2, .psd, .qoi, .dds, .ktx, .vtf, .farbfeld, .icns, .exr,
        .hdr, .ilbm, .svg, .pnm, .tga, .ico, .aseprite,
    ])

    /// Formats that other programs read in another way. What they go by stands anywhere in the file, which takes one more request.
    package static let ofOtherPrograms = FormatTable([.heicTurnedByExif, .icoOfPNG])

    private struct Unread {
        let signature: Signature
        let name: String
    }

    /// Formats that are recognized but not supported. The first matching row wins.
    private static let unread: [Unread] = [
        Unread(signature: Signature("FUJIFILM"), name: "camera raw (RAF)"),
        Unread(signature: Signature("IIRO"), name: "camera raw (ORF)"),
        Unread(signature: Signature("IIRS"), name: "camera raw (ORF)"),
        Unread(signature: Signature("MMOR"), name: "camera raw (ORF)"),
        Unread(signature: Signature([0x49, 0x49, 0x55, 0]), name: "camera raw (RW2)"),
        Unread(signature: Signature("II\u{1A}\0??HEAPCCDR"), name: "camera raw (CRW)"),
        Unread(signature: Signature([0, 0x4D, 0x52, 0x4D]), name: "camera raw (MRW)"),
        Unread(signature: Signature("FOVb"), name: "camera raw (X3F)"),
        Unread(signature: Signature([0x49, 0x49, 0xBC, 1]), name: "JPEG XR"),
        Unread(signature: Signature([0x8A, 0x4D, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]), name: "MNG"),
        Unread(signature: Signature([0x8B, 0x4A, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]), name: "JNG"),
        Unread(signature: Signature("gimp xcf"), name: "GIMP (XCF)"),
        Unread(signature: Signature([0x42, 0x50, 0x47, 0xFB]), name: "BPG"),
    ]

    /// The index in `rows` of the content's format.
    func recognize(_ window: ByteWindow, isEnd: Bool) throws(HeaderStop) -> Int {
        let bytes = window.bytes
        guard bytes.count > 0 || !isEnd else { throw .failed(Failure(.empty)) }
        let beginning = Beginning(of: bytes)
        var isUndecided = false
        for (index, signature) in signatures.enumerated() {
            switch signature.match(beginning) {
            // A stronger signature may still turn out to match.
            case .yes where !isUndecided:
                let row = rowsOfSignatures[index]
                guard isEnd || bytes.count >= row.firstBytes else { throw .needs(ByteRequest(offset: 0, count: row.firstBytes)) }
                return row.index
            case .yes, .maybe: isUndecided = true
            case .no: break
            }
        }
        for row in Self.unread {
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
        if let row = rows.firstIndex(where: { $0.looksRight?(bytes) ?? false }) { return row }
        throw .failed(NonPictureContent.failure(for: bytes))
    }
}

/// The bytes that identify a format, at fixed offsets in the first sixteen bytes of a file. All are
/// compared at once.
package struct Signature: Sendable {
    private let value: SIMD16<UInt8>
    private let mask: SIMD16<UInt8>

    /// `nil` stands for any byte.
    package init(_ bytes: [UInt8?]) {
        precondition(bytes.count <= Beginning.length)
        var value = SIMD16<UInt8>(repeating: 0)
        var mask = SIMD16<UInt8>(repeating: 0)
        for (index, byte) in bytes.enumerated() {
            guard let byte else { continue }
            value[index] = byte
            mask[index] = 0xFF
        }
        self.value = value
        self.mask = mask
    }

    /// `?` in the pattern stands for any byte.
    package init(_ pattern: String) {
        self.init(pattern.utf8.map { $0 == UInt8(ascii: "?") ? nil : $0 })
    }

    enum Match { case yes, no, maybe }

    /// `maybe` means that the bytes agree with the signature but end before it does, and that there is at least one that
    /// could have disagreed.
    func match(_ beginning: Beginning) -> Match {
        guard (beginning.bytes ^ value) & mask & beginning.known == SIMD16(repeating: 0) else { return .no }
        if mask & ~beginning.known == SIMD16(repeating: 0) { return .yes }
        return mask & beginning.known == SIMD16(repeating: 0) ? .no : .maybe
    }
}

/// The first bytes of a file, in the form that signatures are compared with.
struct Beginning {
    static let length = 16

    let bytes: SIMD16<UInt8>
    /// 0xFF for each byte that exists.
    let known: SIMD16<UInt8>

    init(of content: UnsafeRawBufferPointer) {
        if content.count >= Beginning.length {
            bytes = content.loadUnaligned(as: SIMD16<UInt8>.self)
            known = SIMD16(repeating: 0xFF)
        } else {
            var bytes = SIMD16<UInt8>(repeating: 0)
            var known = SIMD16<UInt8>(repeating: 0)
            for (index, byte) in content.enumerated() {
                bytes[index] = byte
                known[index] = 0xFF
            }
            self.bytes = bytes
            self.known = known
        }
    }
}
