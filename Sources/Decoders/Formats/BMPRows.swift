import Base

/// BMP: there are as many bytes of pixels as the size takes. Pixels in runs are followed to the
/// mark that ends them. The pixels are not decoded.
func checkBMP(_ picture: some PictureBytes) throws(Failure) {
    var cursor = ByteCursor(picture)
    let header = try BMPHeader(&cursor)
    switch header.compression {
    // Run lengths for 8 bits a pixel and for 4; OS/2 has other uses for some of the numbers.
    case 1, 2:
        cursor.position = header.pixels
        try followRuns(&cursor, isNarrow: header.compression == 2)
    // Not compressed, with masks of the colours or without.
    case 0, 3, 6: try check(picture, header, (header.width * header.depth + 31) / 32 * 4 * header.height)
    // Something else within, as long as the header says.
    default: try check(picture, header, header.length)
    }
}

private func check(_ picture: some PictureBytes, _ header: BMPHeader, _ length: UInt64) throws(Failure) {
    let end = header.pixels + length
    guard end <= picture.count else { throw .cut(at: picture.count, "before the \(end) that its pixels take") }
}

/// Pairs of bytes: a run of equal pixels, or behind a zero the end of a row (0), of the picture (1),
/// a step (2), or so many pixels as they are.
private func followRuns<Picture: PictureBytes>(_ cursor: inout ByteCursor<Picture>, isNarrow: Bool) throws(Failure) {
    let place = "before the mark that ends its pixels"
    while true {
        let pair = Array(try cursor.bytes(2, place))
        guard pair[0] == 0 else { continue }
        switch pair[1] {
        case 0: continue
        case 1: return
        case 2: try cursor.skip(2, place)
        case let pixels:
            let bytes = isNarrow ? (UInt64(pixels) + 1) / 2 : UInt64(pixels)
            try cursor.skip(bytes + bytes % 2, place)
        }
    }
}

private struct BMPHeader {
    /// Where the pixels begin.
    let pixels: UInt64
    let width: UInt64
    let height: UInt64
    /// Bits of a pixel.
    let depth: UInt64
    let compression: UInt32
    /// Bytes of the pixels; may be 0 where they are not compressed.
    let length: UInt64

    init<Picture: PictureBytes>(_ cursor: inout ByteCursor<Picture>) throws(Failure) {
        let place = "in the header"
        try cursor.skip(10, place)
        pixels = UInt64(try cursor.integer(UInt32.self, place))
        let size = try cursor.integer(UInt32.self, place)
        // OS/2 1.x has sides of 16 bits, and nothing behind the depth.
        if size == 12 {
            width = UInt64(try cursor.integer(UInt16.self, place))
            height = UInt64(try cursor.integer(UInt16.self, place))
        } else {
            width = UInt64(Int32(bitPattern: try cursor.integer(UInt32.self, place)).magnitude)
            height = UInt64(Int32(bitPattern: try cursor.integer(UInt32.self, place)).magnitude)
        }
        try cursor.skip(2, place)
        depth = UInt64(try cursor.integer(UInt16.self, place))
        // The shortest headers of OS/2 2.x end here or behind the compression.
        compression = size >= 20 ? try cursor.integer(UInt32.self, place) : 0
        length = size >= 24 ? UInt64(try cursor.integer(UInt32.self, place)) : 0
    }
}
