import Base
import CTIFF
import ImageHeaders

/// TIFF: libtiff gives the rows of the first picture, strip by strip or tile by tile.
func readTIFF(_ picture: some PictureBytes, _ limits: DecodingLimits, into pixels: DecodedPixels) throws(Failure) {
    let sink = CTIFF_sink(
        owner: pixels.opaque,
        begin: { owner, width, height, colours, profile, length in
            let (meaning, kind): (BoxAverage.Meaning, DecodedPixels.Colours) =
                switch colours {
                case CTIFF_PREMULTIPLIED: (.premultiplied, .rgba)
                case CTIFF_GRAYA: (.transparent, .gray)
                case CTIFF_GRAYA_PREMULTIPLIED: (.premultiplied, .gray)
                case CTIFF_CMYK: (.separate, .cmyk)
                default: (.transparent, .rgba)
                }
            DecodedPixels.from(owner)?.begin(
                PixelSize(width: Int(width), height: Int(height)), meaning, kind, profile: profileBytes(profile, length))
        },
        row: { owner, row, first, count, bytes in
            DecodedPixels.from(owner)?.add(UnsafeBufferPointer(start: bytes, count: 4 * Int(count)), row: Int(row), first: Int(first))
        })
    let source = RandomSource(picture)
    var report = CTIFF_report()
    let verdict = withExtendedLifetime(source) {
        CTIFF_read_rows(RandomSource.read, source.opaque, picture.count, sink, limits.memory, &report)
    }
    try source.check()
    let text = text(of: report.text)
    switch verdict {
    case CTIFF_SOUND.code: return
    case CTIFF_EXCESSIVE.code: throw .needsMoreMemory(limits)
    case CTIFF_NO_LIBRARY.code: throw Failure(.unsupportedFormat, "a TIFF's pixels need libtiff.so.6, of Debian's package libtiff6")
    case CTIFF_UNREADABLE.code: throw Failure(.unsupportedFormat, "libtiff: \(text)")
    default: throw Failure(source.wasTooShort ? .truncated : .corrupt, "libtiff: \(text)")
    }
}

extension CTIFF_verdict {
    fileprivate var code: Int32 { Int32(bitPattern: rawValue) }
}
