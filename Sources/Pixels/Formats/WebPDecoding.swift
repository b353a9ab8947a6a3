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
    try checkWebP(picture, range, name) { CWebP_decode(CSource.read, $0) }
}

/// Throws the failure that a decoder of libwebp reports.
func checkWebP(
    _ picture: some PictureBytes, _ range: Range<UInt64>, _ name: String, _ decode: (UnsafeMutableRawPointer) -> Int32
) throws(Failure) {
    switch try withSource(picture, range, decode) {
    case CWEBP_SOUND.code: return
    case CWEBP_ENDS_EARLY.code: throw Failure(.truncated, "libwebp: the bytes of \(name) end before its last row")
    case CWEBP_NO_MEMORY.code: throw Failure(.tooLarge, "libwebp: out of memory")
    default: throw Failure(.corrupt, "libwebp: \(name) cannot be decoded")
    }
}

/// libwebp holds all pixels of a lossless picture.
func checkRoom(_ size: PixelSize, _ limits: DecodingLimits) throws(Failure) {
    let (pixels, overflow) = size.width.multipliedReportingOverflow(by: size.height)
    guard !overflow, pixels <= limits.memory / 4 else { throw .needsMoreMemory(limits) }
}

extension CWebP_verdict {
    fileprivate var code: Int32 { Int32(bitPattern: rawValue) }
}
