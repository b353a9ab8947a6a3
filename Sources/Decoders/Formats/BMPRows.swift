import Failures

/// BMP: there are as many bytes of pixels as the size takes, or as the header says where they are
/// compressed. The pixels are not decoded.
func checkBMP(_ picture: some PictureBytes) throws(Failure) {
    let place = "in the header"
    var cursor = ByteCursor(picture)
    try cursor.skip(10, place)
    let pixels = UInt64(try cursor.integer(UInt32.self, place))
    let header = try cursor.integer(UInt32.self, place)
    let (width, height, depth, compression, length): (UInt64, UInt64, UInt64, UInt32, UInt32)
    if header == 12 {
        width = UInt64(try cursor.integer(UInt16.self, place))
        height = UInt64(try cursor.integer(UInt16.self, place))
        try cursor.skip(2, place)
        depth = UInt64(try cursor.integer(UInt16.self, place))
        (compression, length) = (0, 0)
    } else {
        width = UInt64(Int32(bitPattern: try cursor.integer(UInt32.self, place)).magnitude)
        height = UInt64(Int32(bitPattern: try cursor.integer(UInt32.self, place)).magnitude)
        try cursor.skip(2, place)
        depth = UInt64(try cursor.integer(UInt16.self, place))
        // The shortest headers of OS/2 2.x end here.
        compression = header >= 20 ? try cursor.integer(UInt32.self, place) : 0
        length = header >= 24 ? try cursor.integer(UInt32.self, place) : 0
    }
    // Rows are padded to four bytes. 0, 3 and 6 are the kinds that are not compressed.
    let isPlain = compression == 0 || compression == 6 || compression == 3 && header >= 40
    let needed = isPlain ? (width * depth + 31) / 32 * 4 * height : UInt64(length)
    guard pixels + needed <= picture.count else {
        throw .cut(at: picture.count, "before the \(pixels + needed) that its pixels take")
    }
}
