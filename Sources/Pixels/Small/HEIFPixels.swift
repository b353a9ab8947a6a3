import Base
import CLibHEIF
import ImageHeaders

/// AVIF and HEIC: libheif decodes the primary picture, and crops and turns it as its properties say.
func readHEIF(_ picture: some PictureBytes, _ limits: DecodingLimits, into pixels: DecodedPixels) throws(Failure) {
    let sink = CLibHEIF_sink(
        owner: pixels.opaque,
        begin: { owner, width, height, isPremultiplied, profile, length in
            DecodedPixels.from(owner)?.begin(
                PixelSize(width: Int(width), height: Int(height)), isPremultiplied != 0 ? .premultiplied : .transparent,
                profile: profileBytes(profile, length))
        },
        row: { owner, row, bytes in
            guard let pixels = DecodedPixels.from(owner), let width = pixels.box?.source.width else { return }
            pixels.add(UnsafeBufferPointer(start: bytes, count: 4 * width), row: Int(row))
        })
    let source = RandomSource(picture)
    var report = CLibHEIF_report()
    let verdict = withExtendedLifetime(source) {
        CLibHEIF_read_rows(
            RandomSource.read, source.opaque, picture.count, sink, UInt64(limits.memory / bytesForEachPixel), &report)
    }
    try source.check()
    let text = text(of: report.text)
    switch verdict {
    case CLIBHEIF_SOUND.code: return
    case CLIBHEIF_EXCESSIVE.code: throw .needsMoreMemory(limits)
    case CLIBHEIF_NO_LIBRARY.code:
        throw .noDecoder(of: "HEIC and AVIF", because: "the pixels of HEIC and AVIF need libheif.so.1, of Debian's package libheif1")
    case CLIBHEIF_UNREADABLE.code: throw Failure(.unsupportedFormat, "libheif: \(text)")
    case CLIBHEIF_ENDS_EARLY.code: throw Failure(.truncated, "libheif: \(text)")
    default: throw Failure(.corrupt, "libheif: \(text)")
    }
}

/// libheif holds the whole picture, several times while it turns and converts it.
private let bytesForEachPixel = 6

extension CLibHEIF_verdict {
    fileprivate var code: Int32 { Int32(bitPattern: rawValue) }
}
