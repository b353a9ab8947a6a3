/// A box of an ISO media file (ISO/IEC 14496-12, 4.2), which JPEG 2000 and JPEG XL have too.
package struct ISOBox {
    let start: UInt64
    package let type: UInt32
    package let content: UInt64
    /// Where the next box begins; nil behind a box that reaches to the end of the file.
    package let end: UInt64?

    /// The four letters of the type, or `?` if they are none.
    package var name: String {
        let letters = (0..<4).map { UInt8(truncatingIfNeeded: type >> (24 - 8 * $0)) }
        return letters.allSatisfy { (0x20...0x7E).contains($0) } ? String(decoding: letters, as: UTF8.self) : "?"
    }

    /// nil if the box reaches to the end of the file.
    var length: Int? { end.map { Int($0 - content) } }
}

extension ByteWindow {
    /// The header of the box at this offset.
    package func box(at offset: UInt64) throws(HeaderStop) -> ISOBox {
        guard offset <= UInt64(Int64.max) else { throw .corrupt("a box that ends behind every file") }
        let head = try slice(at: offset, count: 8)
        let type = head.integer(UInt32.self, at: 4, .big)
        switch head.integer(UInt32.self, at: 0, .big) {
        case 0: return ISOBox(start: offset, type: type, content: offset + 8, end: nil)
        case 1:
            let size = try slice(at: offset, count: 16).integer(UInt64.self, at: 8, .big)
            guard size >= 16, size <= UInt64(Int64.max) else { throw .corrupt("a box of \(size) bytes") }
            return ISOBox(start: offset, type: type, content: offset + 16, end: offset + size)
        case let size where size >= 8: return ISOBox(start: offset, type: type, content: offset + 8, end: offset + UInt64(size))
        case let size: throw .corrupt("a box of \(size) bytes")
        }
    }

    /// The header of the box at this offset, which must end within its parent. A box without an end ends with its parent.
    package func box(at offset: UInt64, within parentEnd: UInt64) throws(HeaderStop) -> ISOBox {
        let box = try box(at: offset)
        let end = box.end ?? parentEnd
        guard box.content <= end, end <= parentEnd else { throw .corrupt("a box that overruns its parent") }
        return ISOBox(start: box.start, type: box.type, content: box.content, end: end)
    }

    /// The first bytes of a box's content. They are requested together with its header, so that reading continues there.
    func content(of box: ISOBox, count: Int) throws(HeaderStop) -> ByteSlice {
        let header = Int(box.content - box.start)
        return try slice(at: box.start, count: header + count)[header..<header + count]
    }
}

/// A four-character code as the integer in the file.
package func fourCC(_ name: StaticString) -> UInt32 {
    precondition(name.utf8CodeUnitCount == 4)
    return name.withUTF8Buffer { $0.reduce(0) { $0 << 8 | UInt32($1) } }
}
