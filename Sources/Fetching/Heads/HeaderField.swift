import Glibc
import WeirBase

/// One line of a response's head, cut into name and value (RFC 9112, 5).
struct HeaderField {
    let name: UnsafeRawBufferPointer
    let value: UnsafeRawBufferPointer

    /// Returns nil if the line has no colon or no name. A line that continues the one before (5.2) is no field either;
    /// servers must not send such lines.
    init?(line: UnsafeRawBufferPointer) {
        guard let colon = firstIndex(of: ":", in: line), colon > 0, !isBlank(line[0]) else { return nil }
        name = UnsafeRawBufferPointer(rebasing: line[..<colon])
        value = trimmed(UnsafeRawBufferPointer(rebasing: line[(colon + 1)...]))
    }

    /// Whether the field has this name, ignoring case (RFC 9110, 5.1). `name` must be in small letters.
    @inline(__always)
    func isNamed(_ name: StaticString) -> Bool { equalsIgnoringCase(self.name, name) }
}

/// The index of the first `byte`; nil if there is none.
func firstIndex(of byte: Unicode.Scalar, in bytes: UnsafeRawBufferPointer) -> Int? {
    guard let start = bytes.baseAddress else { return nil }
    return memchr(start, Int32(byte.value), bytes.count).map { start.distance(to: $0) }
}

/// The bytes without blanks and line ends around them.
func trimmed(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: bytes.trimming(while: isBlank))
}

/// Compares bytes with `word`, which must be in small letters.
func equalsIgnoringCase(_ bytes: UnsafeRawBufferPointer, _ word: StaticString) -> Bool {
    guard bytes.count == word.utf8CodeUnitCount, let start = bytes.baseAddress else { return false }
    // The first letter rules most words out.
    guard bytes.isEmpty || bytes[0] | 0x20 == word.utf8Start.pointee | 0x20 else { return false }
    return strncasecmp(start, word.utf8Start, bytes.count) == 0
}

/// Calls `body` with each item of a list, without blanks around it (RFC 9110, 5.6.1).
func forEachItem(of list: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void) {
    var rest = list
    while let comma = firstIndex(of: ",", in: rest) {
        body(trimmed(UnsafeRawBufferPointer(rebasing: rest[..<comma])))
        rest = UnsafeRawBufferPointer(rebasing: rest[(comma + 1)...])
    }
    body(trimmed(rest))
}

/// The decimal number; nil if there are other bytes than digits, or if the number exceeds any file's length.
func decimalNumber(_ digits: UnsafeRawBufferPointer) -> UInt64? {
    guard !digits.isEmpty else { return nil }
    var number: UInt64 = 0
    let largest = UInt64(Int64.max)
    for byte in digits {
        let digit = byte &- UInt8(ascii: "0")
        guard digit < 10, number <= largest / 10 else { return nil }
        number = 10 * number + UInt64(digit)
    }
    return number <= largest ? number : nil
}

/// The Content-Range header: the bytes of the picture in an answer (RFC 9110, 14.4).
enum ContentRange: Equatable, Sendable {
    /// `bytes 0-1023/5000`; the total is nil if the server leaves it open: `bytes 0-1023/*`.
    case bytes(first: UInt64, last: UInt64, total: UInt64?)
    /// `bytes */5000`: the picture has only 5000 bytes, and none in the range.
    case unsatisfied(total: UInt64)
    /// Another unit, or impossible numbers.
    case unreadable

    init(_ value: UnsafeRawBufferPointer) {
        self = ContentRange.parse(value) ?? .unreadable
    }

    private static func parse(_ value: UnsafeRawBufferPointer) -> ContentRange? {
        guard value.count > 6, equalsIgnoringCase(part(value, 0..<5), "bytes"), value[5] == UInt8(ascii: " "),
            let slash = value.firstIndex(of: UInt8(ascii: "/")), slash >= 6
        else { return nil }
        let range = part(value, 6..<slash)
        let length = part(value, slash + 1..<value.count)
        let total = decimalNumber(length)
        if isStar(range) { return total.map(ContentRange.unsatisfied) }
        guard total != nil || isStar(length), let dash = range.firstIndex(of: UInt8(ascii: "-")),
            let first = decimalNumber(part(range, 0..<dash)),
            let last = decimalNumber(part(range, dash + 1..<range.count)),
            first <= last, total.map({ last < $0 }) ?? true
        else { return nil }
        return .bytes(first: first, last: last, total: total)
    }

    private static func part(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: bytes[range])
    }

    private static func isStar(_ bytes: UnsafeRawBufferPointer) -> Bool { bytes.elementsEqual([UInt8(ascii: "*")]) }
}
