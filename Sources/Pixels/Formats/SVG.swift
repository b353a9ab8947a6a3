import CWeirRSVG
import ImageHeaders
import WeirBase

/// SVG: librsvg draws the document at the small size. It reads nothing but the document.
func readSVG(_ picture: some PictureBytes, _ header: ImageHeader, _ limits: DecodingLimits, into pixels: DecodedPixels) throws(Failure) {
    guard picture.count <= UInt64(limits.memory / 16) else { throw .needsMoreMemory(limits) }
    let size = header.stored.scaled(toLongest: pixels.longestSide)
    var cursor = ByteCursor(picture)
    let document = Array(try cursor.bytes(Int(picture.count), "in the document"))
    var drawn = [UInt32](repeating: 0, count: size.width * size.height)
    var report = CRSVG_report()
    let verdict = drawn.withUnsafeMutableBufferPointer {
        let part = CRSVG_part(
            x: 0, y: 0, whole_width: Double(header.stored.width), whole_height: Double(header.stored.height),
            x_scale: Double(size.width) / Double(header.stored.width), y_scale: Double(size.height) / Double(header.stored.height),
            pixels: $0.baseAddress, width: Int32(size.width), height: Int32(size.height), is_trusted: 0)
        return CRSVG_draw(document, document.count, part, &report)
    }
    switch verdict {
    case CRSVG_DRAWN.code: break
    case CRSVG_EXCESSIVE.code: throw .needsMoreMemory(limits)
    case CRSVG_NO_LIBRARY.code:
        throw .noDecoder(of: "SVG", because: "an SVG's pixels need librsvg-2.so.2, of Debian's package librsvg2-2")
    default: throw Failure(.corrupt, "librsvg: \(text(of: report.text))")
    }
    pixels.begin(size, .premultiplied)
    var row = [UInt8](repeating: 0, count: 4 * size.width)
    for y in 0..<size.height {
        for x in 0..<size.width {
            let pixel = drawn[y * size.width + x]
            row[4 * x] = UInt8(truncatingIfNeeded: pixel >> 16)
            row[4 * x + 1] = UInt8(truncatingIfNeeded: pixel >> 8)
            row[4 * x + 2] = UInt8(truncatingIfNeeded: pixel)
            row[4 * x + 3] = UInt8(pixel >> 24)
        }
        row.withUnsafeBufferPointer { pixels.add($0, row: y) }
    }
}

extension CRSVG_verdict {
    fileprivate var code: Int32 { Int32(bitPattern: rawValue) }
}
