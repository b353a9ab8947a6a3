/// One key of an entry and its value, by their places.
struct EntryMember {
    let name: EntryKey
    let kind: ValueKind
    /// What the key and the value say: a text without its quotes and escapes, a number as it is
    /// written; nothing for a value that holds others.
    let key: Stretch
    let value: Stretch
    /// Where they stand in the file, quotes included.
    let keyPlace: Stretch
    let valuePlace: Stretch
}

/// The keys that a manifest's entries have (docs/manifest.md).
enum EntryKey: Int, CaseIterable {
    case w, h, img, price, status
    case format, bytes, orientation
    /// Any other key.
    case other

    /// Those that every entry has.
    static let needed: [EntryKey] = [.w, .h, .img, .price]

    var text: StaticString {
        switch self {
        case .w: "w"
        case .h: "h"
        case .img: "img"
        case .price: "price"
        case .status: "status"
        case .format: "format"
        case .bytes: "bytes"
        case .orientation: "orientation"
        case .other: ""
        }
    }

    @inline(__always)
    init(_ key: UnsafeBufferPointer<UInt8>) {
        switch key.count {
        case 1: self = key[0] == UInt8(ascii: "w") ? .w : key[0] == UInt8(ascii: "h") ? .h : .other
        case 3: self = key.isEqual(to: "img") ? .img : .other
        case 5: self = key.isEqual(to: "price") ? .price : key.isEqual(to: "bytes") ? .bytes : .other
        case 6: self = key.isEqual(to: "status") ? .status : key.isEqual(to: "format") ? .format : .other
        case 11: self = key.isEqual(to: "orientation") ? .orientation : .other
        default: self = .other
        }
    }
}

/// What a value is, in JSON or in a property list.
enum ValueKind {
    case text, number, real, flag, null, array, object, date, data, reference

    /// As a message names it.
    var name: String {
        switch self {
        case .text: "text"
        case .number, .real: "a number"
        case .flag: "true or false"
        case .null: "null"
        case .array: "an array"
        case .object: "an object"
        case .date: "a date"
        case .data: "data"
        case .reference: "a reference"
        }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether the text is the one given, of the same length.
    @inline(__always)
    func isEqual(to text: StaticString) -> Bool {
        guard count == text.utf8CodeUnitCount else { return false }
        for index in 0..<count where self[index] != text.utf8Start[index] { return false }
        return true
    }

    func isEqual(to text: UnsafeBufferPointer<UInt8>) -> Bool { count == text.count && elementsEqual(text) }
}
