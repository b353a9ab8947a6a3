import WeirBase

// JSON inside a `script` element. A browser looks there for the element's end and for comments only, and both begin
// with `<` (HTML, 13.1.2.1), so that character is always escaped.

extension ByteBuffer {
    /// URLs have no user and no password here: no browser sends those for a picture.
    mutating func append(scriptText text: UnsafeBufferPointer<UInt8>) {
        if text.allSatisfy({ (0x20..<0x7F).contains($0) && !"<@".utf8.contains($0) }) { return append(json: text) }
        // A picture in the page is no address.
        if isDataURL(text) { return append(scriptBytes: text.count) { $0.append(json: text) } }
        append(scriptText: String(decoding: withoutCredentials(Array(text), shownAs: ""), as: UTF8.self))
    }

    mutating func append(scriptText text: String) { append(scriptBytes: text.utf8.count) { $0.append(visibleJSON: text) } }

    private mutating func append(scriptBytes count: Int, _ write: (inout ByteBuffer) -> Void) {
        var json = ByteBuffer(capacity: count + 2)
        write(&json)
        json.withBytes { bytes in
            for byte in bytes {
                if byte == UInt8(ascii: "<") { append("\\u003c") } else { append(byte) }
            }
        }
    }

    mutating func append(scriptNumbers numbers: [Double]) {
        append("[")
        for (index, number) in numbers.enumerated() {
            if index > 0 { append(",") }
            append(shortest: number)
        }
        append("]")
    }

    /// Appends numbers as base64 of their eight bytes, the lowest byte first.
    mutating func append(base64 numbers: [Double]) {
        let bits = numbers.map { $0.bitPattern.littleEndian }
        bits.withUnsafeBytes { append(base64: $0) }
    }
}
