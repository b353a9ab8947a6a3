import CWeirLibHEIF
import ImageHeaders
import WeirBase

/// AVIF and HEIC: checks that every box and the bytes of every item are complete (ISO/IEC 14496-12, 4.2
/// and 8.11.3). The pixels are not decoded.
func checkBoxes(_ picture: some PictureBytes, _ limits: DecodingLimits) throws(Failure) {
    var cursor = ByteCursor(picture)
    var count = PartCount(most: limits.parts)
    while let (box, end) = try cursor.box(before: picture.count) {
        if box.type == fourCC("meta") {
            // Four bytes of version and flags.
            try cursor.skip(4, "in the box meta")
            try checkItems(&cursor, end: end, &count)
        }
        cursor.position = end
    }
}

/// Counts the items and the extents of all boxes. An extent may have no bytes, and boxes may share theirs, so the
/// length of the file does not bound them.
private struct PartCount {
    private var left: Int
    private let most: Int

    init(most: Int) {
        self.most = most
        left = most
    }

    mutating func add() throws(Failure) {
        guard left > 0 else { throw Failure(.tooLarge, "more than \(most) items and extents") }
        left -= 1
    }
}

/// Checks the boxes of a `meta` box.
private func checkItems<Picture: PictureBytes>(
    _ cursor: inout ByteCursor<Picture>, end: UInt64, _ count: inout PartCount
) throws(Failure) {
    while let (box, boxEnd) = try cursor.box(before: end) {
        if box.type == fourCC("iloc") { try checkLocations(&cursor, &count) }
        cursor.position = boxEnd
    }
}

/// Checks the item locations. The lengths of their numbers come first.
private func checkLocations<Picture: PictureBytes>(
    _ cursor: inout ByteCursor<Picture>, _ count: inout PartCount
) throws(Failure) {
    let context = "in the list of items"
    let version = try cursor.integer(UInt32.self, order: .big, context) >> 24
    guard version <= 2 else { return }
    let lengths = try cursor.integer(UInt16.self, order: .big, context)
    let (offsetLength, lengthLength) = (Int(lengths >> 12), Int(lengths >> 8 & 15))
    let (baseLength, indexLength) = (Int(lengths >> 4 & 15), version == 0 ? 0 : Int(lengths & 15))
    let items = try cursor.number(version < 2 ? 2 : 4, context)
    for _ in 0..<items {
        try count.add()
        let item = try cursor.number(version < 2 ? 2 : 4, context)
        // 0 means that offsets count from the start of the file; other methods count inside boxes or items.
        let method = version == 0 ? 0 : try cursor.number(2, context) & 15
        let source = try cursor.number(2, context)
        let base = try cursor.number(baseLength, context)
        for _ in 0..<(try cursor.number(2, context)) {
            try count.add()
            _ = try cursor.number(indexLength, context)
            let offset = try cursor.number(offsetLength, context)
            let length = try cursor.number(lengthLength, context)
            let (start, startOverflows) = base.addingReportingOverflow(offset)
            let (end, endOverflows) = start.addingReportingOverflow(length)
            guard method == 0, source == 0 else { continue }
            guard !startOverflows, !endOverflows, end <= cursor.picture.count else {
                throw .truncated(at: cursor.picture.count, "in item \(item)")
            }
        }
    }
}

extension ByteCursor {
    /// The box at this position and its end, with the cursor at its content; nil at the end of the enclosing box or file. All
    /// bytes of the box exist.
    mutating func box(before end: UInt64) throws(Failure) -> (ISOBox, end: UInt64)? {
        guard position < end else { return nil }
        let start = position
        let box = try parse("in a box's header") { window throws(HeaderStop) in try window.box(at: start) }
        let boxEnd = box.end ?? end
        guard boxEnd >= box.content else { throw Failure(.corrupt, "a box of \(boxEnd - start) bytes") }
        guard boxEnd <= picture.count else { throw .truncated(at: picture.count, "in the box \(box.name)") }
        position = box.content
        return (box, boxEnd)
    }

    /// A number with this many bytes; 0 if it has none.
    fileprivate mutating func number(_ bytes: Int, _ context: String) throws(Failure) -> UInt64 {
        guard bytes <= 8 else { throw Failure(.corrupt, "a number of \(bytes) bytes \(context)") }
        return try self.bytes(bytes, context).reduce(0) { $0 << 8 | UInt64($1) }
    }
}

/// AVIF and HEIC: libheif decodes the primary picture, and crops and turns it as its properties say.
func readHEIF(
    _ picture: some PictureBytes, _ header: ImageHeader, _ limits: DecodingLimits, into pixels: DecodedPixels
) throws(Failure) {
    let sink = CLibHEIF_sink(
        owner: pixels.opaque,
        begin: { owner, width, height, isGray, isPremultiplied, profile, length in
            DecodedPixels.from(owner)?.begin(
                PixelSize(width: Int(width), height: Int(height)), isPremultiplied != 0 ? .premultiplied : .transparent,
                isGray != 0 ? .gray : .rgba, profile: profileBytes(profile, length))
        },
        row: { owner, row, bytes in
            guard let pixels = DecodedPixels.from(owner), let width = pixels.box?.source.width else { return }
            pixels.add(UnsafeBufferPointer(start: bytes, count: 4 * width), row: Int(row))
        })
    let source = RandomSource(picture)
    var report = CLibHEIF_report()
    let verdict = withExtendedLifetime(source) {
        CLibHEIF_read_rows(
            RandomSource.read, source.opaque, picture.count, sink, header.traits.colors == .gray ? 1 : 0,
            UInt64(limits.memory / bytesForEachPixel), &report)
    }
    try source.check()
    let text = text(of: report.text)
    switch verdict {
    case CLIBHEIF_SOUND.code: return
    case CLIBHEIF_EXCESSIVE.code: throw .needsMoreMemory(limits)
    case CLIBHEIF_NO_LIBRARY.code:
        throw .noDecoder(of: "HEIC and AVIF", because: "the pixels of HEIC and AVIF need libheif.so.1, of Debian's package libheif1")
    case CLIBHEIF_NO_CODEC.code: throw .noDecoder(of: header.format == .avif ? "AVIF" : "HEIC", because: "libheif: \(text)")
    case CLIBHEIF_UNREADABLE.code: throw Failure(.unsupportedFormat, "libheif: \(text)")
    case CLIBHEIF_ENDS_EARLY.code: throw Failure(.truncated, "libheif: \(text)")
    default: throw Failure(.corrupt, "libheif: \(text)")
    }
}

/// libheif holds the whole picture, several times while it turns and converts it.
private let bytesForEachPixel = 6

extension CLibHEIF_verdict {
    fileprivate var code: Int32 { Int32(bitPattern: rawValue) }
}
