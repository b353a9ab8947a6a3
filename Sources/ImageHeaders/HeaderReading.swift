import Base

/// What a header reader answers to the bytes that it was pushed.
public enum HeaderReading: Equatable, Sendable {
    case found(ImageHeader)
    case needs(ByteRequest)
    case failed(Failure)
}

/// The bytes that a reader must see next. `count` is the least that lets it go on; pushing
/// more saves a further request.
public struct ByteRequest: Equatable, Sendable {
    public let offset: UInt64
    public let count: Int

    public init(offset: UInt64, count: Int) {
        self.offset = offset
        self.count = count
    }
}

/// Why reading stopped short of a header.
enum Interruption: Error {
    case needs(ByteRequest)
    case failed(Failure)

    static func corrupt(_ message: String) -> Interruption { .failed(Failure(.corrupt, message)) }
    static func unsupported(_ message: String) -> Interruption { .failed(Failure(.unsupportedFormat, message)) }
}

/// Reads one format. It keeps what it has learned from one push to the next, and no bytes.
protocol FormatReader: AnyObject {
    /// Forgets the picture before.
    func begin()

    /// Goes on with the bytes in the window, which starts where the last request asked.
    func read(_ window: ByteWindow) throws(Interruption) -> ImageHeader
}
