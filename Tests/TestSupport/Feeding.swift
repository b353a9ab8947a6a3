import ImageHeaders
import WeirBase

/// A way to pass a picture's bytes to a reader.
public enum Feeding: Sendable, CaseIterable {
    /// All bytes at once.
    case whole
    /// Exactly the requested bytes.
    case exact
    /// Like a file: a large block first, then a small one for each jump.
    case blocks
}

/// The result of reading a header, and its cost.
public struct FedReading {
    public let result: Result<ImageHeader, Failure>
    /// The ranges of the picture that were pushed, in order.
    public let pushed: [Range<Int>]

    public var bytesPushed: Int { pushed.reduce(0) { $0 + $1.count } }
}

/// Reads a header from bytes. Each push is copied to memory of exactly its size, so that an
/// address sanitizer sees any read beyond it.
public func readHeader(
    of picture: ArraySlice<UInt8>, _ feeding: Feeding, limits: HeaderLimits = HeaderLimits()
) -> FedReading {
    var reader = ImageHeaderReader(limits: limits)
    return readHeader(of: picture, feeding, with: &reader)
}

/// Does the same with a reader that has read other pictures before.
public func readHeader(
    of picture: ArraySlice<UInt8>, _ feeding: Feeding, with reader: inout ImageHeaderReader
) -> FedReading {
    var pushed: [Range<Int>] = []
    var request = ByteRequest(offset: 0, count: feeding == .exact ? 1 : ImageHeaderReader.firstBlock)
    reader.begin()
    // A limit for the loop: every answer but the last must move on or ask for more.
    for _ in 0...(picture.count + 100) {
        let start = Int(min(request.offset, UInt64(picture.count)))
        let length =
            switch feeding {
            case .whole: picture.count
            case .exact: request.count
            case .blocks: max(request.count, 1024)
            }
        let end = min(picture.count, start + length)
        pushed.append(start..<end)
        let reading = withExactCopy(of: picture[(picture.startIndex + start)..<(picture.startIndex + end)]) {
            reader.read($0, at: request.offset, isEnd: end == picture.count)
        }
        switch reading {
        case .found(let header): return FedReading(result: .success(header), pushed: pushed)
        case .failed(let failure): return FedReading(result: .failure(failure), pushed: pushed)
        case .needs(let next): request = next
        }
    }
    fatalError("the reader asks for ever")
}

private func withExactCopy<Result>(of bytes: ArraySlice<UInt8>, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
    defer { copy.deallocate() }
    copy.copyBytes(from: bytes)
    return body(UnsafeRawBufferPointer(copy))
}
