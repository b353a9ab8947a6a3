/// A text by its place: among the bytes of a document, or among the texts that were decoded from it
/// because they do not stand there as they are meant.
///
/// Records come by the million, so a range has eight bytes; a document has fewer than 2^31.
public struct TextRange: Equatable, Sendable {
    private let origin: UInt32
    private let length: UInt32

    public static let empty = TextRange(0, count: 0)
    /// No document whose places are kept has more bytes.
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

/// The bytes that text ranges refer to, while they are being looked at.
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
