import Base
import CRSVG
import ImageHeaders

/// SVG: librsvg draws the document at the small size. It reads nothing but the document.
func readSVG(_ picture: some PictureBytes, _ header: ImageHeader, _ limits: DecodingLimits, into pixels: DecodedPixels) throws(Failure) {
    guard picture.count <= UInt64(limits.memory / 16) else { throw .needsMoreMemory(limits) }
    let size = header.stored.scaled(toLongest: pixels.longestSide)
    var cursor = ByteCursor(picture)
    let document = Array(try cursor.bytes(Int(picture.count), "in the document"))
    var drawn = [UInt8](repeating: 0, count: 4 * size.width * size.height)
    var report = CRSVG_report()
    let verdict = drawn.withUnsafeMutableBufferPointer {
        CRSVG_draw(
            document, document.count, Double(header.stored.width), Double(header.stored.height), Int32(size.width), Int32(size.height),
            $0.baseAddress, &report)
    }
    switch verdict {
    case CRSVG_SOUND.code: break
    case CRSVG_EXCESSIVE.code: throw .needsMoreMemory(limits)
    case CRSVG_NO_LIBRARY.code:
        throw .noDecoder(of: "SVG", because: "an SVG's pixels need librsvg-2.so.2, of Debian's package librsvg2-2")
    default: throw Failure(.corrupt, "librsvg: \(text(of: report.text))")
    }
    pixels.begin(size, .premultiplied)
    drawn.withUnsafeBufferPointer { drawn in
        for row in 0..<size.height {
            pixels.add(UnsafeBufferPointer(rebasing: drawn[4 * size.width * row..<4 * size.width * (row + 1)]), row: row)
        }
    }
}

extension CRSVG_verdict {
    fileprivate var code: Int32 { Int32(bitPattern: rawValue) }
}
