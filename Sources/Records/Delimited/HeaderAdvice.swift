/// The bytes that separate the fields of common tables.
private let usualDelimiters: [UInt8] = [0x3B, 0x09, 0x7C, 0x2C]

extension SettingNames {
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
    func delimiterAdvice(_ separator: UInt8) -> String? {
        guard usualDelimiters.contains(separator) else { return nil }
        let shown = separator == 0x09 ? "\\t" : String(Unicode.Scalar(separator))
        return "the header looks separated by \"\(shown)\": give \(delimiter) \"\(shown)\""
    }

    /// The advice for a header line that cannot be read: nil unless it begins as a document of another format does.
    func formatAdvice(_ first: UInt8?) -> String? {
        switch first {
        case Byte.openingBracket, Byte.openingBrace: "the catalogue looks like JSON: give \(format) json"
        case UInt8(ascii: "<"): "the catalogue looks like a property list: give \(format) plist"
        default: nil
        }
    }
}

/// The advice for a header line with a carriage return that no line feed follows, as old programs end lines; nil if there is
/// none in these bytes.
func loneReturnAdvice(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
    guard zip(bytes, bytes.dropFirst()).contains(where: { $0 == Byte.carriageReturn && $1 != Byte.lineFeed }) else { return nil }
    return "its lines end with a carriage return alone: tr '\\r' '\\n' <FILE >NEW writes line feeds"
}
