import Base
import CGIF
import ImageHeaders

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
