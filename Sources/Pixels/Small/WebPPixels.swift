import Base
import CWebP
import ImageHeaders

/// WebP: libwebp decodes the picture, or the first frame of an animation, at the small size. The rest of an animation's
/// canvas is transparent, as browsers have it.
func readWebP(
    _ picture: some PictureBytes, _ header: ImageHeader, _ limits: DecodingLimits, into pixels: DecodedPixels
) throws(Failure) {
    let parts = try WebPParts(picture, limits)
    let (canvas, small) = (header.stored, header.stored.scaled(toLongest: pixels.longestSide))
    try checkRoom(canvas, limits)
    var place = (x: 0..<small.width, y: 0..<small.height)
    if let frame = parts.frame {
        try checkRoom(frame.size, limits)
        guard let x = shrunk(frame.left, frame.size.width, canvas.width, to: small.width),
            let y = shrunk(frame.top, frame.size.height, canvas.height, to: small.height)
        else { throw Failure(.corrupt, "a frame that leaves the canvas") }
        place = (x, y)
    }
    let isSmaller = PixelSize(width: place.x.count, height: place.y.count) != parts.frame?.size ?? canvas
    let stride = 4 * place.x.count
    var bytes = [UInt8](repeating: 0, count: stride * place.y.count)
    try checkWebP(picture, parts.frame?.range ?? 0..<parts.end, "the picture") { source in
        bytes.withUnsafeMutableBufferPointer {
            CWebP_shrink(
                CSource.read, source, isSmaller ? 1 : 0, Int32(place.x.count), Int32(place.y.count), $0.baseAddress, Int32(stride))
        }
    }
    // A lossless frame has alpha in any case, which counts only if its header says so.
    if header.traits.hasAlpha == false { for alpha in Swift.stride(from: 3, to: bytes.count, by: 4) { bytes[alpha] = 255 } }
    pixels.begin(small, .transparent, profile: parts.profile)
    bytes.withUnsafeBufferPointer { bytes in
        for row in 0..<place.y.count {
            let line = UnsafeBufferPointer(rebasing: bytes[row * stride..<(row + 1) * stride])
            pixels.add(line, row: place.y.lowerBound + row, first: place.x.lowerBound)
        }
    }
}

/// The place of a side of a frame on the small canvas, of at least one pixel. Nil if it leaves the canvas.
private func shrunk(_ start: Int, _ count: Int, _ canvas: Int, to small: Int) -> Range<Int>? {
    guard start + count <= canvas else { return nil }
    let first = min((2 * start * small + canvas) / (2 * canvas), small - 1)
    return first..<max(first + 1, (2 * (start + count) * small + canvas) / (2 * canvas))
}

/// The parts of a WebP file that its small picture is made of (RFC 9649, 2.7).
private struct WebPParts {
    let end: UInt64
    /// The first frame of an animation.
    private(set) var frame: WebPFrame?
    /// The ICC profile.
    private(set) var profile: [UInt8] = []

    private static let longestProfile: UInt64 = 4 << 20

    init(_ picture: some PictureBytes, _ limits: DecodingLimits) throws(Failure) {
        var cursor = ByteCursor(picture)
        cursor.position = 4
        end = UInt64(try cursor.integer(UInt32.self, "in the file's header")) + 8
        guard end <= picture.count else { throw .truncated(at: picture.count, "before the \(end) that the file declares") }
        // libwebp keeps the bytes of a picture that is not complete.
        guard end <= UInt64(limits.memory) else { throw .needsMoreMemory(limits) }
        cursor.position = 12
        let first = try WebPChunk(&cursor)
        let flags = try cursor.integer(UInt8.self, "in the extended header")
        let (isAnimated, hasProfile) = (flags & 0x02 != 0, flags & 0x20 != 0)
        guard first.name == "VP8X", isAnimated || hasProfile else { return }
        cursor.position = first.end
        while cursor.position < end, end - cursor.position >= 8, isAnimated ? frame == nil : profile.isEmpty {
            let chunk = try WebPChunk(&cursor)
            if chunk.name == "ICCP", hasProfile, chunk.contentEnd - chunk.content <= Self.longestProfile {
                profile = Array(try cursor.bytes(Int(chunk.contentEnd - chunk.content), "in the colour profile"))
            }
            if chunk.name == "ANMF" { frame = try WebPFrame(1, chunk, &cursor) }
            cursor.position = chunk.end
        }
        guard frame != nil || !isAnimated else { throw Failure(.corrupt, "an animation without a frame") }
    }
}
