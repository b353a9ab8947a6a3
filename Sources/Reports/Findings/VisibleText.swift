import Base

extension Unicode.Scalar {
    /// Whether it can be printed as it is. Characters are not visible if they control a terminal, end a line,
    /// change the writing direction or hide. Joiners and variation selectors are harmless.
    var isVisible: Bool {
        switch value {
        case 0x20..<0x7F, 0x200C...0x200D, 0xFE00...0xFE0F: return true
        default: break
        }
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: return false
        default: return !properties.isDefaultIgnorableCodePoint && !properties.isNoncharacterCodePoint
        }
    }

    /// The text that stands for it if it is not visible, such as `<U+001B>`.
    var name: String { "<U+\(hex)>" }

    /// At least four digits.
    fileprivate var hex: String {
        let digits = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}

extension String {
    /// The text on one line, with the names of characters that are not visible. Texts of manifests are not
    /// trusted, and reports end up in terminals, logs and browsers.
    var visible: String {
        if isPlain { return self }
        var text = ""
        for scalar in unicodeScalars {
            if scalar.isVisible { text.unicodeScalars.append(scalar) } else { text += scalar.name }
        }
        return text
    }

    /// At most `limit` characters of the text, with an ellipsis if it was cut.
    func shortened(to limit: Int) -> String {
        guard utf8.count > limit, let end = unicodeScalars.index(startIndex, offsetBy: limit, limitedBy: endIndex), end < endIndex
        else { return self }
        return self[..<end] + "…"
    }

    /// Whether it consists of printable ASCII characters.
    fileprivate var isPlain: Bool { utf8.allSatisfy { (0x20..<0x7F).contains($0) } }
}

extension ByteBuffer {
    /// A JSON string in which characters that are not visible are escaped, too.
    mutating func append(visibleJSON text: String) {
        if text.isPlain { return append(json: text) }
        append("\"")
        for scalar in text.unicodeScalars {
            if scalar == "\"" || scalar == "\\" {
                append("\\")
                append(UInt8(ascii: scalar))
            } else if scalar.isVisible {
                append(String(scalar))
            } else {
                for unit in scalar.utf16 {
                    append("\\u")
                    append(hex: UInt8(unit >> 8))
                    append(hex: UInt8(unit & 0xFF))
                }
            }
        }
        append("\"")
    }
}
