/// A box of an ISO media file (ISO/IEC 14496-12, 4.2), which JPEG 2000 and JPEG XL have too.
struct FileBox {
    let start: UInt64
    let type: UInt32
    let content: UInt64
    /// nil if the box reaches to the end of the file.
    let length: Int?

    /// Where the next box begins; nil behind a box that reaches to the end of the file.
    var end: UInt64? { length.map { content + UInt64($0) } }
}

extension ByteWindow {
    /// The header of the box at this place.
    func box(at position: UInt64) throws(HeaderStop) -> FileBox {
        guard position <= UInt64(Int64.max) else { throw .corrupt("a box that ends behind every file") }
        let head = try slice(at: position, count: 8)
        let type = head.integer(UInt32.self, at: 4, .big)
        switch head.integer(UInt32.self, at: 0, .big) {
        case 0: return FileBox(start: position, type: type, content: position + 8, length: nil)
        case 1:
            let size = try slice(at: position, count: 16).integer(UInt64.self, at: 8, .big)
            guard size >= 16, size <= UInt64(Int64.max) else { throw .corrupt("a box of \(size) bytes") }
            return FileBox(start: position, type: type, content: position + 16, length: Int(size - 16))
        case let size where size >= 8: return FileBox(start: position, type: type, content: position + 8, length: Int(size - 8))
        case let size: throw .corrupt("a box of \(size) bytes")
        }
    }

    /// The first bytes of a box's content. They are requested together with its header, so that reading continues there.
    func content(of box: FileBox, count: Int) throws(HeaderStop) -> ByteSlice {
        let header = Int(box.content - box.start)
        return try slice(at: box.start, count: header + count)[header..<header + count]
    }
}

/// A four-character code as the integer in the file.
func fourCC(_ name: StaticString) -> UInt32 {
    precondition(name.utf8CodeUnitCount == 4)
    return name.withUTF8Buffer { $0.reduce(0) { $0 << 8 | UInt32($1) } }
}
