extension ByteBuffer {
    /// A path on one line: a tab, a line end and a backslash are written `\t`, `\n`, `\r` and
    /// `\\`, other control characters `\xNN`, so that a name can neither break a table nor
    /// command a terminal. All other bytes stay as they are, valid UTF-8 or not.
    public mutating func append(escaping path: UnsafeBufferPointer<UInt8>) {
        guard path.contains(where: needsEscape) else { return append(path) }
        for byte in path {
            switch byte {
            case UInt8(ascii: "\t"): append("\\t")
            case UInt8(ascii: "\n"): append("\\n")
            case UInt8(ascii: "\r"): append("\\r")
            case UInt8(ascii: "\\"): append("\\\\")
            case _ where needsEscape(byte):
                append("\\x")
                append(hex: byte)
            default: append(byte)
            }
        }
    }

    /// Two hexadecimal digits.
    public mutating func append(hex byte: UInt8) {
        append(hexDigit(byte >> 4))
        append(hexDigit(byte & 15))
    }
}

private func needsEscape(_ byte: UInt8) -> Bool { byte < 0x20 || byte == 0x7F || byte == UInt8(ascii: "\\") }

private func hexDigit(_ digit: UInt8) -> UInt8 {
    digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
}
