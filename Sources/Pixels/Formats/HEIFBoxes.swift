import Base

/// AVIF and HEIC: checks that every box and the bytes of every item are complete (ISO/IEC 14496-12, 4.2
/// and 8.11.3). The pixels are not decoded.
func checkBoxes(_ picture: some PictureBytes, _ limits: DecodingLimits) throws(Failure) {
    var cursor = ByteCursor(picture)
    var count = PartCount(most: limits.parts)
    while let box = try HEIFBox(&cursor, end: picture.count) {
        if box.name == "meta" {
            // Four bytes of version and flags.
            cursor.position = box.content
            try cursor.skip(4, "in the box meta")
            try checkItems(&cursor, end: box.end, &count)
        }
        cursor.position = box.end
    }
}

/// JPEG XL and JPEG 2000: checks that every box of a container is complete, and that none of the codestream is missing. A
/// codestream that stands alone is not checked.
func checkContainer(_ picture: some PictureBytes) throws(Failure) {
    var cursor = ByteCursor(picture)
    guard try cursor.integer(UInt32.self, isBig: true, "in its signature") == 12 else { return }
    cursor.position = 0
    var isComplete = false
    while let box = try HEIFBox(&cursor, end: picture.count) {
        switch box.name {
        // A fragment table takes the place of a codestream (15444-2, M.11.3).
        case "jxlc", "jp2c", "ftbl": isComplete = true
        case "jxlp":
            cursor.position = box.content
            // The highest bit of a part's number marks the last part (18181-2, 9.9).
            isComplete = try cursor.integer(UInt32.self, isBig: true, "in the box jxlp") >> 31 == 1
        default: break
        }
        cursor.position = box.end
    }
    guard isComplete else { throw .truncated(at: picture.count, "before the end of the codestream") }
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
    while let box = try HEIFBox(&cursor, end: end) {
        if box.name == "iloc" {
            cursor.position = box.content
            try checkLocations(&cursor, &count)
        }
        cursor.position = box.end
    }
}

/// Checks the item locations. The lengths of their numbers come first.
private func checkLocations<Picture: PictureBytes>(
    _ cursor: inout ByteCursor<Picture>, _ count: inout PartCount
) throws(Failure) {
    let context = "in the list of items"
    let version = try cursor.integer(UInt32.self, isBig: true, context) >> 24
    guard version <= 2 else { return }
    let lengths = try cursor.integer(UInt16.self, isBig: true, context)
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
    /// A number with this many bytes; 0 if it has none.
    fileprivate mutating func number(_ bytes: Int, _ context: String) throws(Failure) -> UInt64 {
        guard bytes <= 8 else { throw Failure(.corrupt, "a number of \(bytes) bytes \(context)") }
        return try self.bytes(bytes, context).reduce(0) { $0 << 8 | UInt64($1) }
    }
}

private struct HEIFBox {
    let name: String
    let content: UInt64
    let end: UInt64

    /// Returns nil behind the last box. `end` is the end of the enclosing box or file.
    init?<Picture: PictureBytes>(_ cursor: inout ByteCursor<Picture>, end limit: UInt64) throws(Failure) {
        guard cursor.position < limit else { return nil }
        let start = cursor.position
        var length = UInt64(try cursor.integer(UInt32.self, isBig: true, "in a box's header"))
        let name = Array(try cursor.bytes(4, "in a box's header"))
        if length == 1 { length = try cursor.integer(UInt64.self, isBig: true, "in a box's header") }
        self.name = name.allSatisfy { (0x20...0x7E).contains($0) } ? String(decoding: name, as: UTF8.self) : "?"
        content = cursor.position
        // A length of 0 means that the box reaches to the end.
        if length == 0 { length = limit - start }
        guard length >= content - start else { throw Failure(.corrupt, "a box of \(length) bytes") }
        try cursor.skip(length - (content - start), "in the box \(self.name)")
        end = cursor.position
    }
}
