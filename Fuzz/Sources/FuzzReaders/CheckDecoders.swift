import ImageHeaders
import Pixels
import WeirBase

/// Decodes the input to its end if it has a header. The sanitizer finds a decoder that reads out of bounds or takes too
/// much memory. What another process decodes is left out: its libraries have no bounds.
func checkDecoders(_ bytes: UnsafeRawBufferPointer) {
    guard let header = header(of: bytes), !header.format.isDecodedSeparately else { return }
    _ = decodingFailure(of: FuzzedBytes(bytes: bytes), header: header, limits: fuzzedLimits)
}

/// Makes a small picture of the input and its placeholders. `separately` chooses the formats of the other process, but for SVG,
/// which may take any time.
func checkSmallPictures(_ bytes: UnsafeRawBufferPointer, separately: Bool = false) {
    guard let header = header(of: bytes), header.format.isDecodedSeparately == separately, header.format != .svg else { return }
    var reader = SmallPictureReader(limits: fuzzedLimits)
    guard let small = try? reader.smallPicture(of: FuzzedBytes(bytes: bytes), header: header) else { return }
    precondition(max(small.size.width, small.size.height) <= SmallPicture.longestSide)
    _ = Placeholders(of: small, Set(Placeholders.Kind.allCases))
}

private let fuzzedLimits = DecodingLimits(memory: 64 << 20)

private func header(of bytes: UnsafeRawBufferPointer) -> ImageHeader? {
    // With so few pixels, a decoder that takes long is one that never ends.
    var reader = ImageHeaderReader(limits: HeaderLimits(maxPixels: 1 << 20))
    reader.begin()
    var request = ByteRequest(offset: 0, count: ImageHeaderReader.firstBlock)
    while true {
        let start = Int(min(request.offset, UInt64(bytes.count)))
        let end = min(bytes.count, start + request.count)
        let window = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
        switch reader.read(window, at: request.offset, isEnd: end == bytes.count) {
        case .needs(let next): request = next
        case .failed: return nil
        case .found(let header): return header
        }
    }
}

private struct FuzzedBytes: PictureBytes {
    let bytes: UnsafeRawBufferPointer
    var count: UInt64 { UInt64(bytes.count) }

    func read(at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer) throws(Failure) -> Int {
        guard let start = Int(exactly: offset), start < bytes.count else { return 0 }
        let part = bytes[start..<min(bytes.count, start + buffer.count)]
        buffer.copyBytes(from: part)
        return part.count
    }
}
