import ImageHeaders
import WeirBase

/// Reads the input as a picture in three ways, and traps if the headers differ, or if bytes are read again and again.
func checkHeaderReader(
    _ bytes: UnsafeRawBufferPointer, signature: [UInt8], then second: [UInt8] = [], at offset: Int = 0
) {
    var picture = Array(bytes)
    for (index, byte) in signature.enumerated() where index < bytes.count { picture[index] = byte }
    for (index, byte) in second.enumerated() where offset + index < bytes.count { picture[offset + index] = byte }
    let results = [Step.whole, .block, .exact].map { readHeader(of: picture, $0) }
    let headers = results.compactMap { try? $0.get() }
    for header in headers {
        guard header == headers[0] else { fatalError("the header depends on how the bytes come: \(headers)") }
        guard header.displayed.width > 0, header.displayed.height > 0,
            header.stored.width * header.stored.height <= HeaderLimits().maxPixels
        else { fatalError("a size beyond the limits: \(header)") }
    }
}

private enum Step { case whole, block, exact }

private func readHeader(of picture: [UInt8], _ step: Step) -> Result<ImageHeader, Failure> {
    var reader = ImageHeaderReader()
    var request = ByteRequest(offset: 0, count: 1)
    var pushed = 0
    reader.begin()
    // Without a limit, a reader in an endless loop would only look slow.
    for _ in 0..<(picture.count + 2000) {
        let start = Int(min(request.offset, UInt64(picture.count)))
        let length =
            switch step {
            case .whole: picture.count
            case .block: max(request.count, 512)
            case .exact: request.count
            }
        let end = min(picture.count, start + min(length, picture.count))
        pushed += end - start
        // A caller that has the whole picture shows all of the rest after each jump.
        guard step == .whole || pushed <= 4 * picture.count + 4096 else { fatalError("bytes are read again and again") }
        // The copy has exactly this size, so that the address sanitizer sees every read beyond its end.
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: end - start, alignment: 1)
        defer { copy.deallocate() }
        copy.copyBytes(from: picture[start..<end])
        switch reader.read(UnsafeRawBufferPointer(copy), at: request.offset, isEnd: end == picture.count) {
        case .found(let header): return .success(header)
        case .failed(let failure): return .failure(failure)
        case .needs(let next): request = next
        }
    }
    fatalError("the reader asks for ever")
}
