/// The bytes that separate the fields of common tables.
private let usualDelimiters: [UInt8] = [0x3B, 0x09, 0x7C, 0x2C]

/// The advice for a header line that lacks the wanted column: nil, unless another separator would show that column, or
/// the whole line is one field and holds another separator.
func delimiterAdvice(for name: [UInt8], in fields: [[UInt8]], besides delimiter: UInt8) -> String? {
    let evident = usualDelimiters.filter { other in
        guard other != delimiter else { return false }
        let parts = fields.prefix(1000).flatMap { $0.split(separator: other, omittingEmptySubsequences: false) }
        return parts.count > fields.count && (fields.count == 1 || parts.contains { $0.elementsEqual(name) })
    }
    func count(_ other: UInt8) -> Int { fields.reduce(0) { $0 + $1.count { $0 == other } } }
    return evident.max { count($0) < count($1) }.flatMap(delimiterAdvice)
}

/// The advice for a header line in which this byte follows a quoted field: nil if it separates the fields of no common
/// table.
func delimiterAdvice(_ delimiter: UInt8) -> String? {
    guard usualDelimiters.contains(delimiter) else { return nil }
    let shown = delimiter == 0x09 ? "\\t" : String(Unicode.Scalar(delimiter))
    return "the header looks separated by \"\(shown)\": give --delimiter \"\(shown)\""
}
