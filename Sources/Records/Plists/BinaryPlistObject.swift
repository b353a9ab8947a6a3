/// An object of a binary property list. Its bytes are known to lie within the object area.
struct BinaryPlistObject {
    enum Kind: Equatable {
        case null, integer, real, date, data, ascii, utf16, uid, array, set, dictionary
        case flag(Bool)
    }

    let kind: Kind
    /// The offsets of the object and of its content.
    let offset: Int
    let start: Int
    /// The number of bytes, of UTF-16 units of a text, of elements of an array, or of pairs of a
    /// dictionary.
    let count: Int

    var valueKind: ValueKind {
        switch kind {
        case .null: .null
        case .integer: .number
        case .real: .real
        case .date: .date
        case .data: .data
        case .ascii, .utf16: .text
        case .uid: .uid
        case .array: .array
        case .set: .set
        case .dictionary: .dictionary
        case .flag: .flag
        }
    }
}

/// The reason why an object cannot be read.
struct BinaryPlistFault: Error {
    let message: String

    init(message: String) { self.message = message }
}

/// Loads a big-endian integer of one to eight bytes. The caller has checked the bounds.
@inline(__always)
func load(_ bytes: UnsafeRawBufferPointer, at offset: Int, count: Int) -> UInt64 {
    switch count {
    case 1: UInt64(bytes[offset])
    case 2: UInt64(UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt16.self)))
    case 4: UInt64(UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
    case 8: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    default: bytes[offset..<offset + count].reduce(0) { $0 << 8 | UInt64($1) }
    }
}
