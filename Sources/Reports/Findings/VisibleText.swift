import Base

extension Unicode.Scalar {
    /// Whether it shows what it is: it does not command a terminal, end a line, change the
    /// direction of its neighbours or hide. Those that join letters or choose the look of an emoji
    /// are as harmless as letters.
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

    /// How it is told of where it does not show itself, such as `<U+001B>`.
    var name: String { "<U+\(hex)>" }

    /// At least four digits.
    fileprivate var hex: String {
        let digits = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}

extension String {
    /// The text on one line, with a name for each character that does not show itself: the texts
    /// of manifests are anybody's, and reports end up in terminals, logs and browsers.
    var visible: String {
        if isPlain { return self }
        var text = ""
        for scalar in unicodeScalars {
            if scalar.isVisible { text.unicodeScalars.append(scalar) } else { text += scalar.name }
        }
        return text
    }

    /// At most so many characters of the text, with a sign where it was cut.
    func shortened(to most: Int) -> String {
        guard utf8.count > most, let end = unicodeScalars.index(startIndex, offsetBy: most, limitedBy: endIndex), end < endIndex
        else { return self }
        return self[..<end] + "…"
    }

    /// Whether it is of ASCII's printed characters alone.
    fileprivate var isPlain: Bool { utf8.allSatisfy { (0x20..<0x7F).contains($0) } }
}

extension ByteBuffer {
    /// A string of JSON that shows no more of a text than is harmless, and reads back as the same
    /// text: what does not show itself is escaped too.
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
