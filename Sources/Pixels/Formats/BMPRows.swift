import Base

/// BMP: checks that there are as many bytes as the size needs. Run-length encoded pixels are followed to
/// their end mark. The pixels are not decoded.
func checkBMP(_ picture: some PictureBytes) throws(Failure) {
    var cursor = ByteCursor(picture)
    let header = try BMPHeader(&cursor)
    switch header.compression {
    // Run lengths for 8 bits a pixel and for 4. OS/2 uses some of the numbers in another way.
    case 1, 2:
        cursor.position = header.pixels
        try followRuns(&cursor, isNarrow: header.compression == 2)
    // Not compressed, with or without colour masks.
    case 0, 3, 6:
        let (length, overflow) = ((header.width * header.depth + 31) / 32 * 4).multipliedReportingOverflow(by: header.height)
        try check(picture, header, overflow ? .max : length)
    // Another compression, whose length the header gives.
    default: try check(picture, header, header.length)
    }
}

private func check(_ picture: some PictureBytes, _ header: BMPHeader, _ length: UInt64) throws(Failure) {
    let (sum, overflow) = header.pixels.addingReportingOverflow(length)
    let end = overflow ? .max : sum
    guard end <= picture.count else { throw .truncated(at: picture.count, "before the \(end) that its pixels take") }
}

/// Reads pairs of bytes. A pair is a run of equal pixels; if the first byte is 0, the second one means the
/// end of a row (0), the end of the picture (1), a step (2), or the number of literal pixels that follow.
private func followRuns<Picture: PictureBytes>(_ cursor: inout ByteCursor<Picture>, isNarrow: Bool) throws(Failure) {
    let context = "before the mark that ends its pixels"
    while true {
        let pair = Array(try cursor.bytes(2, context))
        guard pair[0] == 0 else { continue }
        switch pair[1] {
        case 0: continue
        case 1: return
        case 2: try cursor.skip(2, context)
        case let pixels:
            let bytes = isNarrow ? (UInt64(pixels) + 1) / 2 : UInt64(pixels)
            try cursor.skip(bytes + bytes % 2, context)
        }
    }
}

private struct BMPHeader {
    /// The offset of the pixels.
    let pixels: UInt64
    let width: UInt64
    let height: UInt64
    /// Bits per pixel.
    let depth: UInt64
    let compression: UInt32
    /// The length of the pixels in bytes; may be 0 if they are not compressed.
    let length: UInt64

    init<Picture: PictureBytes>(_ cursor: inout ByteCursor<Picture>) throws(Failure) {
        let context = "in the header"
        try cursor.skip(10, context)
        pixels = UInt64(try cursor.integer(UInt32.self, context))
        let size = try cursor.integer(UInt32.self, context)
        // OS/2 1.x has sides of 16 bits, and nothing behind the depth.
        if size == 12 {
            width = UInt64(try cursor.integer(UInt16.self, context))
            height = UInt64(try cursor.integer(UInt16.self, context))
        } else {
            width = UInt64(Int32(bitPattern: try cursor.integer(UInt32.self, context)).magnitude)
            height = UInt64(Int32(bitPattern: try cursor.integer(UInt32.self, context)).magnitude)
        }
        try cursor.skip(2, context)
        depth = UInt64(try cursor.integer(UInt16.self, context))
        // The shortest headers of OS/2 2.x end before or behind the compression.
        compression = size >= 20 ? try cursor.integer(UInt32.self, context) : 0
        length = size >= 24 ? UInt64(try cursor.integer(UInt32.self, context)) : 0
    }
}
