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

/// The part of a picture that a server sends (RFC 9110, 15.3.7). The part must begin where the requested range begins,
/// and must not extend beyond the range.
struct ServedPart {
    let first: UInt64
    let last: UInt64
    /// The length of the picture, if the server reports it.
    let total: UInt64?

    struct Mismatch: Error {
        let message: String
    }

    init(_ head: ResponseHead, of asked: ClosedRange<UInt64>?) throws(Mismatch) {
        guard let asked else { throw Mismatch(message: "the server sent a part where the whole was asked for") }
        guard case .bytes(let first, let last, let total) = head.contentRange else {
            throw Mismatch(message: "the server sent a part and does not say which")
        }
        guard first == asked.lowerBound, last <= asked.upperBound else {
            throw Mismatch(message: "the server sent bytes \(first)-\(last) for \(asked.lowerBound)-\(asked.upperBound)")
        }
        (self.first, self.last, self.total) = (first, last, total)
        guard head.contentLength.bytes.map({ $0 == length }) ?? true else {
            throw Mismatch(message: "the server's Content-Length is not that of its Content-Range")
        }
    }

    var length: UInt64 { last - first + 1 }
}
