extension ByteBuffer {
    /// Appends a path on one line. Tab, line feed, carriage return and backslash become `\t`, `\n`, `\r`
    /// and `\\`; other control characters become `\xNN`, and U+0080 to U+009F do so byte by byte. So a name
    /// can neither break a table nor control a terminal. All other bytes are unchanged, valid UTF-8 or not.
    public mutating func append(escaping path: UnsafeBufferPointer<UInt8>) {
        guard path.contains(where: mayNeedEscape) else { return append(path) }
        for (index, byte) in path.enumerated() {
            switch byte {
            case UInt8(ascii: "\t"): append("\\t")
            case UInt8(ascii: "\n"): append("\\n")
            case UInt8(ascii: "\r"): append("\\r")
            case UInt8(ascii: "\\"): append("\\\\")
            case _ where isControl(byte) || isPartOfControl(path, index):
                append("\\x")
                append(hex: byte)
            default: append(byte)
            }
        }
    }

    /// Appends two hexadecimal digits.
    public mutating func append(hex byte: UInt8) {
        append(hexDigit(byte >> 4))
        append(hexDigit(byte & 15))
    }
}

private func mayNeedEscape(_ byte: UInt8) -> Bool {
    isControl(byte) || byte == UInt8(ascii: "\\") || byte == controlLead
}

private func isControl(_ byte: UInt8) -> Bool { byte < 0x20 || byte == 0x7F }

/// The first byte of U+0080 to U+009F in UTF-8. The second byte is 0x80 to 0x9F.
private let controlLead: UInt8 = 0xC2

private func isPartOfControl(_ path: UnsafeBufferPointer<UInt8>, _ index: Int) -> Bool {
    let start = path[index] == controlLead ? index : index - 1
    return start >= 0 && start + 1 < path.count && path[start] == controlLead && (0x80...0x9F).contains(path[start + 1])
}

private func hexDigit(_ digit: UInt8) -> UInt8 {
    digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
}
