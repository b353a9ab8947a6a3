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
