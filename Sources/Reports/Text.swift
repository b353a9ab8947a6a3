// Text as bytes: reports are written by the million, and String costs ten times as much.

extension [UInt8] {
    mutating func append(_ text: StaticString) {
        append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    mutating func append(_ text: String) {
        var text = text
        text.withUTF8 { append(contentsOf: $0) }
    }

    mutating func append(_ number: Int) {
        var digits: (UInt64, UInt64, UInt64) = (0, 0, 0)
        Swift.withUnsafeMutableBytes(of: &digits) { digits in
            var start = digits.count
            var rest = number.magnitude
            repeat {
                start -= 1
                digits[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
                rest /= 10
            } while rest > 0
            if number < 0 {
                start -= 1
                digits[start] = UInt8(ascii: "-")
            }
            append(contentsOf: UnsafeRawBufferPointer(rebasing: digits[start...]))
        }
    }

    /// A path on one line: a tab, a line end and a backslash are written `\t`, `\n`, `\r` and
    /// `\\`, other control characters `\xNN`, so that a name can neither break a table nor
    /// command a terminal. All other bytes stay as they are, valid UTF-8 or not.
    mutating func append(escaping path: UnsafeBufferPointer<UInt8>) {
        guard path.contains(where: needsEscape) else { return append(contentsOf: path) }
        for byte in path {
            switch byte {
            case UInt8(ascii: "\t"): append("\\t")
            case UInt8(ascii: "\n"): append("\\n")
            case UInt8(ascii: "\r"): append("\\r")
            case UInt8(ascii: "\\"): append("\\\\")
            case _ where needsEscape(byte):
                append("\\x")
                append(hex(byte >> 4))
                append(hex(byte & 15))
            default: append(byte)
            }
        }
    }

    /// A JSON string (RFC 8259, 7). Bytes that are not UTF-8 become U+FFFD.
    mutating func append(jsonString bytes: some Sequence<UInt8>) {
        append("\"")
        for byte in String(decoding: Array(bytes), as: UTF8.self).utf8 {
            switch byte {
            case UInt8(ascii: "\""): append("\\\"")
            case UInt8(ascii: "\\"): append("\\\\")
            case UInt8(ascii: "\n"): append("\\n")
            case UInt8(ascii: "\r"): append("\\r")
            case UInt8(ascii: "\t"): append("\\t")
            case 0..<0x20:
                append("\\u00")
                append(hex(byte >> 4))
                append(hex(byte & 15))
            default: append(byte)
            }
        }
        append("\"")
    }

    mutating func append(jsonString text: String) { append(jsonString: text.utf8) }

    /// A path as JSON; where its bytes are not UTF-8, they follow in hexadecimal, since the
    /// string alone would name another file.
    mutating func append(jsonPath path: UnsafeBufferPointer<UInt8>) {
        append(jsonString: path)
        guard String(validating: path, as: UTF8.self) == nil else { return }
        append(",\"path_hex\":\"")
        for byte in path {
            append(hex(byte >> 4))
            append(hex(byte & 15))
        }
        append("\"")
    }
}

private func needsEscape(_ byte: UInt8) -> Bool { byte < 0x20 || byte == 0x7F || byte == UInt8(ascii: "\\") }

private func hex(_ digit: UInt8) -> UInt8 {
    digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
}
