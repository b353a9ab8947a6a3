/// The range of a text: either in the document, or among the texts that had to be decoded.
///
/// A range has only eight bytes, since a run has millions of them. So a document must be shorter than 2^31
/// bytes.
public struct TextRange: Equatable, Sendable {
    private let origin: UInt32
    private let length: UInt32

    public static let empty = TextRange(0, count: 0)
    /// The maximum length of a document whose places are kept.
    public static let limit = Int(Int32.max)

    private static let decodedBit: UInt32 = 1 << 31

    @inline(__always)
    public init(_ start: Int, count: Int, isDecoded: Bool = false) {
        origin = UInt32(truncatingIfNeeded: start) | (isDecoded ? Self.decodedBit : 0)
        length = UInt32(truncatingIfNeeded: count)
    }

    public var start: Int { Int(origin & ~Self.decodedBit) }
    public var count: Int { Int(length) }
    public var end: Int { start + count }
    public var isDecoded: Bool { origin & Self.decodedBit != 0 }
}

/// The bytes that text ranges refer to. Valid only during a call.
public struct TextBytes {
    public let document: UnsafeBufferPointer<UInt8>
    public let decoded: UnsafeBufferPointer<UInt8>

    public init(document: UnsafeBufferPointer<UInt8>, decoded: UnsafeBufferPointer<UInt8>) {
        self.document = document
        self.decoded = decoded
    }

    @inline(__always)
    public subscript(range: TextRange) -> UnsafeBufferPointer<UInt8> {
        let bytes = range.isDecoded ? decoded : document
        return UnsafeBufferPointer(rebasing: bytes[range.start..<range.end])
    }

    public func string(_ range: TextRange) -> String { String(decoding: self[range], as: UTF8.self) }
}
