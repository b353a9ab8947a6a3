import Base

/// ICO and CUR: checks that the directory's pictures are complete. The pixels are not decoded.
func checkICO(_ picture: some PictureBytes) throws(Failure) {
    var cursor = ByteCursor(picture)
    let context = "in its directory"
    try cursor.skip(4, context)
    for index in 0..<(try cursor.integer(UInt16.self, context)) {
        cursor.position = 6 + 16 * UInt64(index) + 8
        let length = UInt64(try cursor.integer(UInt32.self, context))
        cursor.position = UInt64(try cursor.integer(UInt32.self, context))
        try cursor.skip(length, "in picture \(index + 1) of its directory")
    }
}

/// QOI: checks the eight bytes that end the pixels. The pixels are not decoded.
func checkQOI(_ picture: some PictureBytes) throws(Failure) {
    var cursor = ByteCursor(picture)
    guard picture.count >= 22 else { throw .truncated(at: picture.count, "before its end mark") }
    cursor.position = picture.count - 8
    guard try cursor.integer(UInt64.self, order: .big, "in its end mark") == 1 else {
        throw .truncated(at: picture.count, "before its end mark")
    }
}
