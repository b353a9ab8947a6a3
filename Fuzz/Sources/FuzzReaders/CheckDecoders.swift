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

/// Searches the input for the source of a generated picture and for HDR: as a picture of four formats, as a C2PA manifest store in a
/// PNG, and as the CBOR of an assertion.
func checkSource(_ bytes: UnsafeRawBufferPointer) {
    var reader = SmallPictureReader(limits: fuzzedLimits)
    func check(_ picture: [UInt8], _ format: ImageFormat) {
        let size = PixelSize(width: 1, height: 1)
        let header = ImageHeader(format: format, displayed: size, stored: size, orientation: .up)
        picture.withUnsafeBytes {
            var made = Placeholders()
            try? made.add([.source, .range], of: FuzzedBytes(bytes: $0), header: header, &reader)
        }
    }
    let input = Array(bytes)
    for format in [ImageFormat.jpeg, .png, .webp, .avif] { check(input, format) }
    check(png(input), .png)
    for label in ["c2pa.actions", "c2pa.ingredient"] {
        let assertion = superbox("cbor", label, box("cbor", input))
        check(png(superbox("c2pa", "c2pa", superbox("c2ma", "a", superbox("c2as", "c2pa.assertions", assertion)))), .png)
    }
}

private func png(_ store: [UInt8]) -> [UInt8] { [UInt8](repeating: 0, count: 8) + big(store.count) + Array("caBX".utf8) + store }

private func superbox(_ type: String, _ label: String, _ content: [UInt8]) -> [UInt8] {
    let uuid = Array(type.utf8) + [0x00, 0x11, 0x00, 0x10, 0x80, 0x00, 0x00, 0xAA, 0x00, 0x38, 0x9B, 0x71]
    return box("jumb", box("jumd", uuid + [3] + Array(label.utf8) + [0]) + content)
}

private func box(_ type: String, _ content: [UInt8]) -> [UInt8] { big(content.count + 8) + Array(type.utf8) + content }

private func big(_ number: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) } }

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
