import WeirBase
import WeirRecords

/// The keys that a manifest's entries have (docs/manifest.md).
enum EntryKey: Int32, CaseIterable {
    case w, h, img, price, status
    case format, bytes, orientation, sha256, images
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
        case .sha256: "sha256"
        case .images: "images"
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

    /// Whether the text contains this ASCII character. Eight bytes are compared at once.
    @inline(__always)
    func has(_ sign: Unicode.Scalar) -> Bool {
        guard let start = baseAddress else { return false }
        var offset = 0
        while offset &+ 8 <= count {
            if ByteWord(at: start + offset).equal(sign) != 0 { return true }
            offset &+= 8
        }
        return self[offset...].contains(UInt8(ascii: sign))
    }

    /// Whether the text begins with these bytes. Eight of them are compared at once.
    @inline(__always)
    func hasStart(_ start: UnsafeBufferPointer<UInt8>) -> Bool {
        guard count >= start.count else { return false }
        let (bytes, other) = (UnsafeRawBufferPointer(self), UnsafeRawBufferPointer(start))
        var offset = 0
        while offset &+ 8 <= other.count {
            let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            guard word == other.loadUnaligned(fromByteOffset: offset, as: UInt64.self) else { return false }
            offset &+= 8
        }
        while offset < other.count {
            guard bytes[offset] == other[offset] else { return false }
            offset &+= 1
        }
        return true
    }
}

/// The key of an entry that was probably meant by another text, such as `width`, `hegith` or `Img`; nil if
/// none resembles it.
func similarKey(to text: UnsafeBufferPointer<UInt8>) -> EntryKey? {
    // A longer text differs too much from every word.
    guard (1...8).contains(text.count) else { return nil }
    let typed = text.map { $0 >= UInt8(ascii: "A") && $0 <= UInt8(ascii: "Z") ? $0 | 0x20 : $0 }
    var best: (key: EntryKey, slips: Int)?
    for (word, key) in keyWords {
        let most = word.utf8.count / 3
        // The difference of the lengths is a lower bound of the distance.
        guard abs(word.utf8.count - typed.count) <= most else { continue }
        let slips = slips(from: typed, to: Array(word.utf8))
        if slips <= most, slips < best?.slips ?? .max { best = (key, slips) }
    }
    return best?.key
}

/// The keys, and words that people write instead.
private let keyWords: [(String, EntryKey)] = [
    ("w", .w), ("width", .w), ("h", .h), ("height", .h), ("img", .img), ("image", .img), ("picture", .img), ("photo", .img),
    ("src", .img), ("url", .img), ("price", .price), ("cost", .price), ("amount", .price),
]
