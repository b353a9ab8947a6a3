/// A text by its place: among the bytes of a file, or among the texts that were decoded from it
/// since they do not stand there as they are meant.
///
/// Entries come by the million, so a stretch has eight bytes; a text has fewer than 2^31.
struct Stretch: Equatable, Sendable {
    private let origin: UInt32
    private let length: UInt32

    static let empty = Stretch(0, count: 0)
    /// No text that is read has more bytes.
    static let limit = Int(Int32.max)

    private static let decodedBit: UInt32 = 1 << 31

    @inline(__always)
    init(_ start: Int, count: Int, isDecoded: Bool = false) {
        origin = UInt32(truncatingIfNeeded: start) | (isDecoded ? Self.decodedBit : 0)
        length = UInt32(truncatingIfNeeded: count)
    }

    var start: Int { Int(origin & ~Self.decodedBit) }
    var count: Int { Int(length) }
    var end: Int { start + count }
    var isDecoded: Bool { origin & Self.decodedBit != 0 }
}

/// The bytes that stretches are of, while they are being looked at.
struct StretchTexts {
    let document: UnsafeBufferPointer<UInt8>
    let decoded: UnsafeBufferPointer<UInt8>

    @inline(__always)
    subscript(stretch: Stretch) -> UnsafeBufferPointer<UInt8> {
        let bytes = stretch.isDecoded ? decoded : document
        return UnsafeBufferPointer(rebasing: bytes[stretch.start..<stretch.end])
    }

    func string(_ stretch: Stretch) -> String { String(decoding: self[stretch], as: UTF8.self) }
}
