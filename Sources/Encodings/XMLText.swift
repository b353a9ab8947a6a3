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
}
