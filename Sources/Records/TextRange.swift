/// The range of a text: either in the document, or among the texts that had to be decoded.
///
/// A range has only eight bytes, since a run has millions of them. So a document must be shorter than 2^31
/// bytes.
package struct TextRange: Equatable, Sendable {
    private let origin: UInt32
    private let length: UInt32

    package static let empty = TextRange(0, count: 0)
    /// The maximum length of a document whose places are kept.
    package static let limit = Int(Int32.max)

    private static let decodedBit: UInt32 = 1 << 31

    @inline(__always)
    package init(_ start: Int, count: Int, isDecoded: Bool = false) {
        origin = UInt32(truncatingIfNeeded: start) | (isDecoded ? Self.decodedBit : 0)
        length = UInt32(truncatingIfNeeded: count)
    }

    package var start: Int { Int(origin & ~Self.decodedBit) }
    package var count: Int { Int(length) }
    package var end: Int { start + count }
    package var isDecoded: Bool { origin & Self.decodedBit != 0 }
}

/// The bytes that text ranges refer to. Valid only during a call.
package struct TextBytes {
    package let document: UnsafeBufferPointer<UInt8>
    package let decoded: UnsafeBufferPointer<UInt8>

    package init(document: UnsafeBufferPointer<UInt8>, decoded: UnsafeBufferPointer<UInt8>) {
        self.document = document
        self.decoded = decoded
    }

    @inline(__always)
    package subscript(range: TextRange) -> UnsafeBufferPointer<UInt8> {
        let bytes = range.isDecoded ? decoded : document
        return UnsafeBufferPointer(rebasing: bytes[range.start..<range.end])
    }

    package func string(_ range: TextRange) -> String { String(decoding: self[range], as: UTF8.self) }
}

/// The text of a picture's name without spaces, tabs and line ends at both ends.
@inline(__always)
func withoutBlanks(_ text: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
    guard let first = text.first, let last = text.last, isBlank(first) || isBlank(last) else { return text }
    guard let start = text.firstIndex(where: { !isBlank($0) }), let end = text.lastIndex(where: { !isBlank($0) }) else {
        return UnsafeBufferPointer(rebasing: text[..<0])
    }
    return UnsafeBufferPointer(rebasing: text[start...end])
}

extension TextRange {
    /// The range of the same text without blanks at its ends.
    func withoutBlanks(in texts: TextBytes) -> TextRange {
        let whole = texts[self]
        let cut = Records.withoutBlanks(whole)
        guard cut.count < whole.count, let start = whole.baseAddress, let first = cut.baseAddress else { return self }
        return TextRange(self.start + (first - start), count: cut.count, isDecoded: isDecoded)
    }
}
