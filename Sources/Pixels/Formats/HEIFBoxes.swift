import Base
import ImageHeaders

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

/// JPEG XL and JPEG 2000: checks that every box of a container is complete, and that none of the codestream is missing. A
/// codestream that stands alone is not checked.
func checkContainer(_ picture: some PictureBytes) throws(Failure) {
    var cursor = ByteCursor(picture)
    guard try cursor.integer(UInt32.self, order: .big, "in its signature") == 12 else { return }
    cursor.position = 0
    var isComplete = false
    while let (box, end) = try cursor.box(before: picture.count) {
        switch box.name {
        // A fragment table takes the place of a codestream (15444-2, M.11.3).
        case "jxlc", "jp2c", "ftbl": isComplete = true
        case "jxlp":
            // The highest bit of a part's number marks the last part (18181-2, 9.9).
            isComplete = try cursor.integer(UInt32.self, order: .big, "in the box jxlp") >> 31 == 1
        default: break
        }
        cursor.position = end
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
    fileprivate mutating func box(before end: UInt64) throws(Failure) -> (ISOBox, end: UInt64)? {
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
