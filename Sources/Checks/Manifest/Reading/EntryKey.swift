import Records

/// The keys that a manifest's entries have (docs/manifest.md).
enum EntryKey: Int32, CaseIterable {
    case w, h, img, price, status
    case format, bytes, orientation
    /// Any other key.
    case other

    /// The keys that every entry must have.
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

    /// The columns of a record: the keys in the order of their raw values.
    static let projection = Projection(allWith: allCases.filter { $0 != .other }.map { $0.text.description })
}

extension RecordBatch.Field {
    /// The manifest's key for this field.
    @inline(__always)
    var name: EntryKey { column < 0 ? .other : EntryKey(rawValue: column) ?? .other }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether the text has exactly these bytes.
    @inline(__always)
    func isEqual(to text: StaticString) -> Bool {
        guard count == text.utf8CodeUnitCount else { return false }
        for index in 0..<count where self[index] != text.utf8Start[index] { return false }
        return true
    }

    func isEqual(to text: UnsafeBufferPointer<UInt8>) -> Bool { count == text.count && elementsEqual(text) }
}
