/// Reads the name that a store gives to its refusal of a request, in a document such as
/// `<Error><Code>AccessDenied</Code>…</Error>`.
enum StoreRefusal {
    /// The name for keys that were lent and are no longer valid.
    static let expiredToken = "ExpiredToken"
    /// The number of bytes of a document that are read. The name stands at its start.
    static let mostBytes = 4 << 10
    private static let longestCode = 64

    /// nil if the document has no such name, or one with other characters than letters, digits and dots.
    static func code(in document: [UInt8]) -> String? {
        guard let start = document.firstRange(of: Array("<Code>".utf8))?.upperBound else { return nil }
        let code = document[start...].prefix { $0 != UInt8(ascii: "<") }
        guard (1...longestCode).contains(code.count), document[code.endIndex...].starts(with: Array("</Code>".utf8)),
            code.allSatisfy({ (0x61...0x7A).contains($0 | 0x20) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") })
        else { return nil }
        return String(decoding: code, as: UTF8.self)
    }
}
