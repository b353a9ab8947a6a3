/// The part of a picture that a server sends (RFC 9110, 15.3.7). The part must begin where the requested range begins,
/// and must not extend beyond the range.
struct ServedPart {
    let first: UInt64
    let last: UInt64
    /// The length of the picture, if the server tells it.
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
