import CWebP
import Base
import ImageHeaders

/// WebP: libwebp decodes the picture, or each frame of an animation, to its last row, and the file must
/// have the length that it declares. A lossy frame has no checksum, so wrong bits there are seldom found.
func decodeWebP(_ picture: some PictureBytes, _ header: ImageHeader, _ limits: DecodingLimits) throws(Failure) {
    var cursor = ByteCursor(picture)
    cursor.position = 4
    let end = UInt64(try cursor.integer(UInt32.self, "in the file's header")) + 8
    guard end <= picture.count else { throw .truncated(at: picture.count, "before the \(end) that the file declares") }
    try checkRoom(header.stored, limits)
    cursor.position = 12
    let first = try WebPChunk(&cursor)
    // The animation flag is in the extended header (RFC 9649, 2.7).
    let flags = try cursor.integer(UInt8.self, "in the extended header")
    guard first.name == "VP8X", flags & 2 != 0 else { return try decode(picture, 0..<end, "the picture") }
    cursor.position = first.end
    var frames = 0
    let mostPixels = limits.pixels(inAnimationOf: end)
    var pixelsLeft = mostPixels
    while cursor.position < end, end - cursor.position >= 8 {
        let chunk = try WebPChunk(&cursor)
        guard chunk.contentEnd <= end else { throw Failure(.corrupt, "the chunk \(chunk.shownName) is longer than the file") }
        if chunk.name == "ANMF" {
            frames += 1
            let frame = try WebPFrame(frames, chunk, &cursor)
            try checkRoom(frame.size, limits)
            pixelsLeft -= frame.size.width * frame.size.height
            guard pixelsLeft >= 0 else {
                throw Failure(
                    .tooLarge,
                    "its frames have more pixels together than the \(mostPixels) that are decoded of a file of \(end) bytes")
            }
            try decode(picture, frame.range, "frame \(frames)")
        }
        cursor.position = chunk.end
    }
    guard frames > 0 else { throw Failure(.corrupt, "an animation without a frame") }
}

private func decode(_ picture: some PictureBytes, _ range: Range<UInt64>, _ name: String) throws(Failure) {
    switch try withSource(picture, range, { CWebP_decode(CSource.read, $0) }) {
    case CWEBP_SOUND.code: return
    case CWEBP_ENDS_EARLY.code: throw Failure(.truncated, "libwebp: the bytes of \(name) end before its last row")
    case CWEBP_NO_MEMORY.code: throw Failure(.tooLarge, "libwebp: out of memory")
    default: throw Failure(.corrupt, "libwebp: \(name) cannot be decoded")
    }
}

/// libwebp holds all pixels of a lossless picture.
private func checkRoom(_ size: PixelSize, _ limits: DecodingLimits) throws(Failure) {
    let (pixels, overflow) = size.width.multipliedReportingOverflow(by: size.height)
    guard !overflow, pixels <= limits.memory / 4 else { throw .needsMoreMemory(limits) }
}

/// A frame of an animation: sixteen bytes of its own (RFC 9649, 2.7.1.1), then the chunks of a picture.
private struct WebPFrame {
    let size: PixelSize
    /// The chunks of its picture.
    let range: Range<UInt64>

    init<Picture: PictureBytes>(_ number: Int, _ chunk: WebPChunk, _ cursor: inout ByteCursor<Picture>) throws(Failure) {
        let content = chunk.content + 16
        guard content <= chunk.contentEnd else { throw Failure(.corrupt, "frame \(number) has no picture") }
        let head = Array(try cursor.bytes(16, "in frame \(number)"))
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

/// A chunk of a RIFF file.
private struct WebPChunk {
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

extension CWebP_verdict {
    fileprivate var code: Int32 { Int32(bitPattern: rawValue) }
}
