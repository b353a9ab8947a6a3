extension ByteBuffer {
    /// Appends text between two XML tags (XML 1.0, 2.4). A carriage return is written as a reference, since
    /// a parser would turn the plain character into a line feed (2.11). Tabs and line feeds are kept.
    package mutating func append(xml text: UnsafeBufferPointer<UInt8>) {
        append(text, stoppingAt: { $0.equal("&") | $0.equal("<") | $0.equal(">") | $0.equal("\r") }) { output, byte in
            switch byte {
            case UInt8(ascii: "&"): output.append("&amp;")
            case UInt8(ascii: "<"): output.append("&lt;")
            case UInt8(ascii: ">"): output.append("&gt;")
            default: output.append("&#13;")
            }
        }
    }

    package mutating func append(xml text: String) {
        var text = text
        text.withUTF8 { append(xml: $0) }
    }

    /// Appends the value of an attribute, without the quotes. Tabs and line ends become references too,
    /// since a parser would turn the plain characters into spaces (XML 1.0, 3.3.3).
    package mutating func append(xmlAttribute value: String) {
        var value = value
        value.withUTF8 { bytes in
            append(bytes, stoppingAt: { $0.below(0x20) | $0.equal("&") | $0.equal("<") | $0.equal(">") | $0.equal("\"") }) { output, byte in
                switch byte {
                case UInt8(ascii: "&"): output.append("&amp;")
                case UInt8(ascii: "<"): output.append("&lt;")
                case UInt8(ascii: ">"): output.append("&gt;")
                case UInt8(ascii: "\""): output.append("&quot;")
                default:
                    output.append("&#")
                    output.append(Int(byte))
                    output.append(";")
                }
            }
        }
    }
}
