import Base
import CCairo
import ImageHeaders

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
        var message = [CChar](repeating: 0, count: 200)
        let verdict = document.withBytes { document in
            pixels.withUnsafeMutableBufferPointer { pixels in
                let tile = CCairo_tile(
                    width: Int32(size.width), height: Int32(size.height), left: Double(left), top: Double(top),
                    whole_width: Double(whole.width), whole_height: Double(whole.height), pixels: pixels.baseAddress)
                return CCairo_draw(document.baseAddress, document.count, tile, &message, message.count)
            }
        }
        guard verdict == Int32(CCAIRO_DRAWN.rawValue) else {
            throw .refused(String(decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
        }
    }

    /// Copies the pixels as red, green and blue into rows that begin with the tile's first one.
    func copy(to rows: inout [UInt8], rowLength: Int) {
        rows.withUnsafeMutableBufferPointer { rows in
            pixels.withUnsafeBufferPointer { pixels in
                for row in 0..<size.height {
                    var place = row * rowLength + 3 * left
                    for pixel in pixels[row * size.width..<(row + 1) * size.width] {
                        rows[place] = UInt8(truncatingIfNeeded: pixel >> 16)
                        rows[place + 1] = UInt8(truncatingIfNeeded: pixel >> 8)
                        rows[place + 2] = UInt8(truncatingIfNeeded: pixel)
                        place += 3
                    }
                }
            }
        }
    }
}
