extension ByteBuffer {
    /// Text between two tags of XML (XML 1.0, 2.4). A carriage return is written as a reference,
    /// since a parser makes a line feed of one that is not (2.11); tabs and line feeds survive.
    public mutating func append(xml text: UnsafeBufferPointer<UInt8>) {
        append(text, stoppingAt: { $0.equal("&") | $0.equal("<") | $0.equal(">") | $0.equal("\r") }) { output, byte in
            switch byte {
            case UInt8(ascii: "&"): output.append("&amp;")
            case UInt8(ascii: "<"): output.append("&lt;")
            case UInt8(ascii: ">"): output.append("&gt;")
            default: output.append("&#13;")
            }
        }
    }

    public mutating func append(xml text: String) {
        var text = text
        text.withUTF8 { append(xml: $0) }
    }

    /// The value of an attribute, without the quotes around it. Tabs and line ends are references
    /// too, since a parser makes spaces of those that are not (XML 1.0, 3.3.3).
    public mutating func append(xmlAttribute value: String) {
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
