extension ByteBuffer {
    /// Appends UTF-8 text as a JSON string (RFC 8259, 7). Escapes only the characters that need escaping.
    public mutating func append(json text: UnsafeBufferPointer<UInt8>) {
        append(UInt8(ascii: "\""))
        append(text, stoppingAt: { $0.below(0x20) | $0.equal("\"") | $0.equal("\\") }) { output, byte in
            switch byte {
            case UInt8(ascii: "\""): output.append("\\\"")
            case UInt8(ascii: "\\"): output.append("\\\\")
            case UInt8(ascii: "\n"): output.append("\\n")
            case UInt8(ascii: "\r"): output.append("\\r")
            case UInt8(ascii: "\t"): output.append("\\t")
            default:
                output.append("\\u00")
                output.append(hex: byte)
            }
        }
        append(UInt8(ascii: "\""))
    }

    /// Appends a text as a JSON string, with its quotes.
    public mutating func append(json text: String) {
        var text = text
        text.withUTF8 { append(json: $0) }
    }

    /// Appends a size as a JSON object.
    package mutating func append(jsonWidth width: Double, height: Double) {
        object {
            $0.member("width", shortest: width)
            $0.member("height", shortest: height)
        }
    }
}
