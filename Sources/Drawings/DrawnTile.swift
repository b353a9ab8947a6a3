import CWeirRSVG
import ImageHeaders
import WeirBase

/// A part of a drawing in pixels.
struct DrawnTile {
    let left: Int
    let top: Int
    let size: PixelSize
    private let whole: PixelSize
    private var pixels: [UInt32]

    init(_ left: Int, _ top: Int, _ size: PixelSize, of whole: PixelSize) {
        (self.left, self.top, self.size, self.whole) = (left, top, size, whole)
        pixels = Array(repeating: 0, count: size.width * size.height)
    }

    /// Draws a document of the whole drawing over the pixels.
    mutating func draw(_ document: borrowing ByteBuffer) throws(DrawingFailure) {
        var report = CRSVG_report()
        let verdict = document.withBytes { document in
            pixels.withUnsafeMutableBufferPointer { pixels in
                let part = CRSVG_part(
                    x: -Double(left), y: -Double(top), whole_width: Double(whole.width), whole_height: Double(whole.height), x_scale: 1,
                    y_scale: 1, pixels: pixels.baseAddress, width: Int32(size.width), height: Int32(size.height), is_trusted: 1)
                return CRSVG_draw(document.baseAddress, document.count, part, &report)
            }
        }
        guard verdict == Int32(CRSVG_DRAWN.rawValue) else {
            throw .refused(withUnsafeBytes(of: report.text) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
        }
    }

    /// Copies the pixels as red, green and blue into rows that begin with the tile's first one.
    func copy(to rows: inout [UInt8], rowLength: Int) {
        rows.withUnsafeMutableBufferPointer { rows in
            pixels.withUnsafeBufferPointer { pixels in
                for row in 0..<size.height {
                    var index = row * rowLength + 3 * left
                    for pixel in pixels[row * size.width..<(row + 1) * size.width] {
                        rows[index] = UInt8(truncatingIfNeeded: pixel >> 16)
                        rows[index + 1] = UInt8(truncatingIfNeeded: pixel >> 8)
                        rows[index + 2] = UInt8(truncatingIfNeeded: pixel)
                        index += 3
                    }
                }
            }
        }
    }
}
