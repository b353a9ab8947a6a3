import CWeirGIF
import ImageHeaders
import WeirBase

/// GIF: checks that every block up to the trailer is complete and that at least one is a picture
/// (GIF89a, 12 to 27). The pixels are not decoded.
func checkGIF(_ picture: some PictureBytes) throws(Failure) {
    guard try frames(ofGIF: picture, atMost: .max) > 0 else { throw Failure(.corrupt, "a GIF without a picture") }
}

/// Whether a GIF is an animation. Its header does not say so. What is behind a broken block is not looked at.
func hasSeveralFrames(gif picture: some PictureBytes) -> Bool { (try? frames(ofGIF: picture, atMost: 2)) == 2 }

/// Counts the frames up to the trailer, or up to so many.
private func frames(ofGIF picture: some PictureBytes, atMost most: Int) throws(Failure) -> Int {
    var cursor = ByteCursor(picture)
    try cursor.skip(10, "in the screen's description")
    try skipColors(&cursor, behind: 2)
    var pictures = 0
    while pictures < most {
        switch try cursor.integer(UInt8.self, "before the trailer, behind picture \(pictures)") {
        case 0x21:
            try cursor.skip(1, "in an extension")
            try skipBlocks(&cursor, "in an extension")
        case 0x2C:
            pictures += 1
            try cursor.skip(8, "in picture \(pictures)")
            try skipColors(&cursor, behind: 0)
            try cursor.skip(1, "in picture \(pictures)")
            try skipBlocks(&cursor, "in picture \(pictures)")
        case 0x3B:
            return pictures
        case let kind: throw Failure(.corrupt, "a block of the unknown kind \(kind) behind picture \(pictures)")
        }
    }
    return pictures
}

/// Skips a color table. Its length follows from the flags, and `count` bytes lie between them and it.
private func skipColors<Picture: PictureBytes>(_ cursor: inout ByteCursor<Picture>, behind count: UInt64) throws(Failure) {
    let flags = try cursor.integer(UInt8.self, "before a table of colors")
    let colors: UInt64 = flags & 0x80 != 0 ? 3 << (UInt64(flags & 7) + 1) : 0
    try cursor.skip(count + colors, "in a table of colors")
}

/// Skips blocks of up to 255 bytes; the last one is empty.
private func skipBlocks<Picture: PictureBytes>(_ cursor: inout ByteCursor<Picture>, _ context: String) throws(Failure) {
    while true {
        let count = try cursor.integer(UInt8.self, context)
        if count == 0 { return }
        try cursor.skip(UInt64(count), context)
    }
}

/// GIF: giflib decodes the first frame. The rest of its canvas is transparent.
func readGIF(_ picture: some PictureBytes, _ limits: DecodingLimits, into pixels: DecodedPixels) throws(Failure) {
    let sink = CGIF_sink(
        owner: pixels.opaque,
        begin: { owner, width, height in
            DecodedPixels.from(owner)?.begin(PixelSize(width: Int(width), height: Int(height)), .transparent)
        },
        row: { owner, row, first, count, bytes in
            DecodedPixels.from(owner)?.add(UnsafeBufferPointer(start: bytes, count: 4 * Int(count)), row: Int(row), first: Int(first))
        })
    var message: UnsafePointer<CChar>?
    let verdict = try withSource(picture) { CGIF_read_rows(CSource.read, $0, sink, limits.memory, &message) }
    switch verdict {
    case CGIF_SOUND.code: return
    case CGIF_EXCESSIVE.code: throw .needsMoreMemory(limits)
    case CGIF_NO_LIBRARY.code: throw Failure(.unsupportedFormat, "a GIF's pixels need libgif.so.7, of Debian's package libgif7")
    default: throw Failure(.corrupt, "giflib: \(message.map { String(cString: $0) } ?? "")")
    }
}

extension CGIF_verdict {
    fileprivate var code: Int32 { Int32(bitPattern: rawValue) }
}
