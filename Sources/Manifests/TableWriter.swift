import WeirBase

/// Writes entries as the rows of a table, for databases: the keys of an entry are the columns, and the first line names them. A key that
/// an entry lacks is NULL.
struct TableWriter: ManifestWriter {
    enum Style {
        /// RFC 4180. NULL is an empty field, and an empty text stands between quotes.
        case quoted(delimiter: UInt8)
        /// The text of PostgreSQL's COPY.
        case copy
    }

    private let style: Style
    private let extras: [String]

    init(_ style: Style, extras: [String]) { (self.style, self.extras) = (style, extras) }

    mutating func begin(_ output: inout ByteBuffer) {
        for (index, name) in (["w", "h", "img", "price"] + extras).enumerated() {
            if index > 0 { output.append(delimiter) }
            Array(name.utf8).withUnsafeBufferPointer { append($0, to: &output) }
        }
        output.append("\n")
    }

    mutating func append(_ entry: ManifestEntry, to output: inout ByteBuffer) {
        output.append(entry.width)
        output.append(delimiter)
        output.append(entry.height)
        output.append(delimiter)
        append(entry.img, to: &output)
        output.append(delimiter)
        append(entry.price, to: &output)
        // An entry has its keys in the order of the columns.
        var rest = entry.extras[...]
        for name in extras {
            output.append(delimiter)
            if let extra = rest.first, extra.name == name {
                append(extra.value, to: &output)
                rest.removeFirst()
            } else if case .copy = style {
                output.append("\\N")
            }
        }
        output.append("\n")
    }

    mutating func end(_ output: inout ByteBuffer) {}

    private var delimiter: UInt8 { if case .quoted(let delimiter) = style { delimiter } else { UInt8(ascii: "\t") } }

    private func append(_ value: ManifestEntry.Value, to output: inout ByteBuffer) {
        switch value {
        case .text(let text), .json(let text), .list(let text): append(text, to: &output)
        case .number(let number): output.append(number)
        case .flag(let flag): output.append(flag ? "true" : "false")
        }
    }

    private func append(_ text: UnsafeBufferPointer<UInt8>, to output: inout ByteBuffer) {
        switch style {
        case .copy: appendEscaped(text, to: &output)
        case .quoted(let delimiter):
            let needsQuotes =
                text.isEmpty
                || text.contains { $0 == delimiter || $0 == UInt8(ascii: "\"") || $0 == 0x0A || $0 == 0x0D || $0 == UInt8(ascii: "\\") }
            guard needsQuotes else { return output.append(text) }
            output.append("\"")
            for byte in text {
                if byte == UInt8(ascii: "\"") { output.append("\"") }
                output.append(byte)
            }
            output.append("\"")
        }
    }

    private func appendEscaped(_ text: UnsafeBufferPointer<UInt8>, to output: inout ByteBuffer) {
        for byte in text {
            switch byte {
            case UInt8(ascii: "\\"): output.append("\\\\")
            case 0x09: output.append("\\t")
            case 0x0A: output.append("\\n")
            case 0x0D: output.append("\\r")
            default: output.append(byte)
            }
        }
    }
}
