import CWebP
import Base
import ImageHeaders

/// A chunk of a RIFF file.
struct WebPChunk {
    let start: UInt64
    let name: String
    let contentEnd: UInt64

    var content: UInt64 { start + 8 }
    /// Includes the byte that pads the chunk to an even length.
    var end: UInt64 { contentEnd + (contentEnd - content) % 2 }
    var shownName: String { name.unicodeScalars.allSatisfy { (0x20...0x7E).contains($0.value) } ? name : "?" }

    init<Picture: PictureBytes>(_ cursor: inout ByteCursor<Picture>) throws(Failure) {
        start = cursor.position
        name = String(decoding: try cursor.bytes(4, "in a chunk's header"), as: UTF8.self)
        contentEnd = start + 8 + UInt64(try cursor.integer(UInt32.self, "in a chunk's header"))
    }
}

/// A frame of an animation: sixteen bytes of its own (RFC 9649, 2.7.1.1), then the chunks of a picture.
struct WebPFrame {
    let size: PixelSize
    /// The place of its first pixel on the canvas.
    let left: Int
    let top: Int
    /// The chunks of its picture.
    let range: Range<UInt64>

    init<Picture: PictureBytes>(_ number: Int, _ chunk: WebPChunk, _ cursor: inout ByteCursor<Picture>) throws(Failure) {
        let content = chunk.content + 16
        guard content <= chunk.contentEnd else { throw Failure(.corrupt, "frame \(number) has no picture") }
        let head = Array(try cursor.bytes(16, "in frame \(number)"))
        left = 2 * littleEndian(head[0..<3])
        top = 2 * littleEndian(head[3..<6])
        size = PixelSize(width: 1 + littleEndian(head[6..<9]), height: 1 + littleEndian(head[9..<12]))
        range = content..<chunk.contentEnd
        while cursor.position + 8 <= chunk.contentEnd {
            let part = try WebPChunk(&cursor)
            if part.name == "VP8 " || part.name == "VP8L" {
                cursor.position = part.start
                let start = try cursor.bytes(18, "in frame \(number)")
                guard pictureSize(start) == size else {
                    throw Failure(.corrupt, "frame \(number) has not the size that it declares")
                }
                return
            }
            cursor.position = part.end
        }
        throw Failure(.corrupt, "frame \(number) has no picture")
    }
}

private func pictureSize(_ start: ArraySlice<UInt8>) -> PixelSize? {
    var (width, height) = (UInt32(0), UInt32(0))
    let status = start.withUnsafeBufferPointer { CWebP_size($0.baseAddress, $0.count, &width, &height) }
    return status == CWEBP_HEADER.rawValue ? PixelSize(width: Int(width), height: Int(height)) : nil
}

private func littleEndian(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reversed().reduce(0) { $0 << 8 | Int($1) } }
