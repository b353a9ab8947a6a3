import Base

/// AVIF and HEIC: every box is there to its end, and so are the bytes of every item (ISO/IEC
/// 14496-12, 4.2 and 8.11.3). The pixels are not decoded.
func checkBoxes(_ picture: some PictureBytes) throws(Failure) {
    var cursor = ByteCursor(picture)
    while let box = try HEIFBox(&cursor, end: picture.count) {
        if box.name == "meta" {
            // Four bytes of version and flags.
            cursor.position = box.content
            try cursor.skip(4, "in the box meta")
            try checkItems(&cursor, end: box.end)
        }
        cursor.position = box.end
    }
}

/// The boxes of a `meta` box.
private func checkItems<Picture: PictureBytes>(_ cursor: inout ByteCursor<Picture>, end: UInt64) throws(Failure) {
    while let box = try HEIFBox(&cursor, end: end) {
        if box.name == "iloc" {
            cursor.position = box.content
            try checkLocations(&cursor)
        }
        cursor.position = box.end
    }
}

/// The item locations: numbers whose lengths stand in front of them.
private func checkLocations<Picture: PictureBytes>(_ cursor: inout ByteCursor<Picture>) throws(Failure) {
    let place = "in the list of items"
    let version = try cursor.integer(UInt32.self, isBig: true, place) >> 24
    guard version <= 2 else { return }
    let lengths = try cursor.integer(UInt16.self, isBig: true, place)
    let (offsetLength, lengthLength) = (Int(lengths >> 12), Int(lengths >> 8 & 15))
    let (baseLength, indexLength) = (Int(lengths >> 4 & 15), version == 0 ? 0 : Int(lengths & 15))
    let items = try cursor.number(version < 2 ? 2 : 4, place)
    for _ in 0..<items {
        let item = try cursor.number(version < 2 ? 2 : 4, place)
        // 0: in the file; the other ways lead to boxes or other items.
        let way = version == 0 ? 0 : try cursor.number(2, place) & 15
        let source = try cursor.number(2, place)
        let base = try cursor.number(baseLength, place)
        for _ in 0..<(try cursor.number(2, place)) {
            _ = try cursor.number(indexLength, place)
            let offset = try cursor.number(offsetLength, place)
            let length = try cursor.number(lengthLength, place)
            let (start, isFar) = base.addingReportingOverflow(offset)
            let (end, isFarther) = start.addingReportingOverflow(length)
            guard way == 0, source == 0 else { continue }
            guard !isFar, !isFarther, end <= cursor.picture.count else {
                throw .cut(at: cursor.picture.count, "in item \(item)")
            }
        }
    }
}

extension ByteCursor {
    /// A number of so many bytes; 0 where there are none.
    fileprivate mutating func number(_ bytes: Int, _ place: String) throws(Failure) -> UInt64 {
        guard bytes <= 8 else { throw Failure(.corrupt, "a number of \(bytes) bytes \(place)") }
        return try self.bytes(bytes, place).reduce(0) { $0 << 8 | UInt64($1) }
    }
}

private struct HEIFBox {
    let name: String
    let content: UInt64
    let end: UInt64

    /// nil behind the last one. `end` is that of what the box lies in.
    init?<Picture: PictureBytes>(_ cursor: inout ByteCursor<Picture>, end limit: UInt64) throws(Failure) {
        guard cursor.position < limit else { return nil }
        let start = cursor.position
        var length = UInt64(try cursor.integer(UInt32.self, isBig: true, "in a box's header"))
        let name = Array(try cursor.bytes(4, "in a box's header"))
        if length == 1 { length = try cursor.integer(UInt64.self, isBig: true, "in a box's header") }
        self.name = name.allSatisfy { (0x20...0x7E).contains($0) } ? String(decoding: name, as: UTF8.self) : "?"
        content = cursor.position
        // The last box may reach to the end, whatever that is.
        if length == 0 { length = limit - start }
        guard length >= content - start else { throw Failure(.corrupt, "a box of \(length) bytes") }
        try cursor.skip(length - (content - start), "in the box \(self.name)")
        end = cursor.position
    }
}
