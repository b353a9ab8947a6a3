import Records

/// The keys that a manifest's entries have (docs/manifest.md).
enum EntryKey: Int32, CaseIterable {
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

    /// The keys in the order of their raw values, which the columns of a record have too.
    static let projection = Projection(allWith: allCases.filter { $0 != .other }.map { $0.text.description })
}

extension RecordBatch.Field {
    /// Which key of a manifest it has.
    @inline(__always)
    var name: EntryKey { column < 0 ? .other : EntryKey(rawValue: column) ?? .other }
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
