import Base

/// A PNG of Apple's tools, whose pixels libpng does not decode: checks that all chunks are complete, up to IEND.
func checkCrushedPNG(_ picture: some PictureBytes) throws(Failure) {
    var cursor = ByteCursor(picture)
    cursor.position = 8
    while true {
        let length = UInt64(try cursor.integer(UInt32.self, order: .big, "between two chunks"))
        let name = try cursor.bytes(4, "in the header of a chunk").reduce(0) { $0 << 8 | UInt32($1) }
        try cursor.skip(length + 4, "in a chunk")
        if name == 0x4945_4E44 { return }
    }
}

/// Whether the first chunk is CgBI.
func isCrushedPNG(_ picture: some PictureBytes) throws(Failure) -> Bool {
    var cursor = ByteCursor(picture)
    return Array(try cursor.bytes(16, "in its first chunk").suffix(4)) == Array("CgBI".utf8)
}
