import Base

/// The result of pushing bytes to a header reader.
public enum HeaderReading: Equatable, Sendable {
    case found(ImageHeader)
    /// The next call must bring these bytes.
    case needs(ByteRequest)
    case failed(Failure)
}

/// The bytes that a reader needs next. `count` is the least number with which it can continue; more bytes
/// may save another request.
public struct ByteRequest: Equatable, Sendable {
    /// Where the bytes begin in the picture.
    public let offset: UInt64
    /// How many are needed at least; fewer only at the end of the picture.
    public let count: Int

    /// The first request is the caller's own: from 0 on.
    public init(offset: UInt64, count: Int) {
        self.offset = offset
        self.count = count
    }
}

/// The reason why reading stopped before the header was complete.
package enum HeaderStop: Error {
    case needs(ByteRequest)
    case failed(Failure)

    static func corrupt(_ message: String) -> HeaderStop { .failed(Failure(.corrupt, message)) }
    static func unsupported(_ message: String) -> HeaderStop { .failed(Failure(.unsupportedFormat, message)) }
}

/// Reads one format. Between two pushes it keeps its progress, but no bytes.
protocol FormatReader: AnyObject {
    /// Starts a new picture.
    func begin()

    /// Continues with the bytes in the window, which starts at the offset of the last request.
    func read(_ window: ByteWindow) throws(HeaderStop) -> ImageHeader
}
