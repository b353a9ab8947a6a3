import CWeirWebP
import ImageHeaders
import WeirBase

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

/// WebP: libwebp decodes the picture, or the first frame of an animation, at the small size. The rest of an animation's
/// canvas is transparent, as browsers have it.
func readWebP(
    _ picture: some PictureBytes, _ header: ImageHeader, _ limits: DecodingLimits, into pixels: DecodedPixels
) throws(Failure) {
    let parts = try WebPParts(picture, limits)
    let (canvas, small) = (header.stored, header.stored.scaled(toLongest: pixels.longestSide))
    try checkRoom(canvas, limits)
    var area = (x: 0..<small.width, y: 0..<small.height)
    if let frame = parts.frame {
        try checkRoom(frame.size, limits)
        guard let x = shrunk(frame.left, frame.size.width, canvas.width, to: small.width),
            let y = shrunk(frame.top, frame.size.height, canvas.height, to: small.height)
        else { throw Failure(.corrupt, "a frame that leaves the canvas") }
        area = (x, y)
    }
    let isSmaller = PixelSize(width: area.x.count, height: area.y.count) != parts.frame?.size ?? canvas
    let stride = 4 * area.x.count
    var bytes = [UInt8](repeating: 0, count: stride * area.y.count)
    try checkWebP(picture, parts.frame?.range ?? 0..<parts.end, "the picture") { source in
        bytes.withUnsafeMutableBufferPointer {
            CWebP_shrink(
                CSource.read, source, isSmaller ? 1 : 0, Int32(area.x.count), Int32(area.y.count), $0.baseAddress, Int32(stride))
        }
    }
    // A lossless frame has alpha in any case, which counts only if its header says so.
    if header.traits.hasAlpha == false { for alpha in Swift.stride(from: 3, to: bytes.count, by: 4) { bytes[alpha] = 255 } }
    pixels.begin(small, .transparent, profile: parts.profile)
    bytes.withUnsafeBufferPointer { bytes in
        for row in 0..<area.y.count {
            let line = UnsafeBufferPointer(rebasing: bytes[row * stride..<(row + 1) * stride])
            pixels.add(line, row: area.y.lowerBound + row, first: area.x.lowerBound)
        }
    }
}

/// The range of a side of a frame on the small canvas, of at least one pixel. Nil if it leaves the canvas.
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
                profile = iccProfile(Array(try cursor.bytes(Int(chunk.contentEnd - chunk.content), "in the color profile")))
            }
            if chunk.name == "ANMF" { frame = try WebPFrame(1, chunk, &cursor) }
            cursor.position = chunk.end
        }
        guard frame != nil || !isAnimated else { throw Failure(.corrupt, "an animation without a frame") }
    }
}

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
    /// The position of its first pixel on the canvas.
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
