import Failures

/// AVIF and HEIC: every box is there to its end, and no bytes are left over (ISO/IEC 14496-12,
/// 4.2). The pixels are not decoded.
func checkBoxes(_ picture: some PictureBytes) throws(Failure) {
    var cursor = ByteCursor(picture)
    while cursor.position < picture.count {
        let start = cursor.position
        var length = UInt64(try cursor.integer(UInt32.self, isBig: true, "in a box's header"))
        let name = Array(try cursor.bytes(4, "in a box's header"))
        if length == 1 { length = try cursor.integer(UInt64.self, isBig: true, "in a box's header") }
        // The last box may reach to the end, whatever that is.
        if length == 0 { return }
        guard length >= cursor.position - start else { throw Failure(.corrupt, "a box of \(length) bytes") }
        let shown = name.allSatisfy { (0x20...0x7E).contains($0) } ? String(decoding: name, as: UTF8.self) : "?"
        try cursor.skip(length - (cursor.position - start), "in the box \(shown)")
    }
}
