// Texts from outside end up in terminals, logs and browsers. Whether a character may stand there as it is is decided
// here, for all of them. Users and passwords of URLs are hidden here too.

extension Unicode.Scalar {
    /// Whether it can be printed as it is. Characters are not visible if they control a terminal, end a line,
    /// change the writing direction or hide. Joiners and variation selectors are harmless.
    public var isVisible: Bool {
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
    package var shownName: String {
        let digits = String(value, radix: 16, uppercase: true)
        return "<U+\(String(repeating: "0", count: max(0, 4 - digits.count)) + digits)>"
    }
}

extension String {
    /// The text on one line, with the names of characters that are not visible.
    package var visible: String {
        if utf8.allSatisfy(isPlain) { return self }
        var text = ""
        for scalar in withoutCredentials.unicodeScalars {
            if scalar.isVisible { text.unicodeScalars.append(scalar) } else { text += scalar.shownName }
        }
        return text
    }

    /// The same for a text of several lines.
    package var visibleLines: String {
        unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { String($0).visible }.joined(separator: "\n")
    }

    /// The text in which the users and passwords of URLs are hidden. A text that is cut is hidden first, since no URL is found later.
    package var withoutCredentials: String {
        guard utf8.contains(UInt8(ascii: "@")) else { return self }
        return String(decoding: WeirBase.withoutCredentials(Array(utf8)), as: UTF8.self)
    }
}

extension ByteBuffer {
    /// Appends a name on one line, so that a reader can see where the name ends. Tab, line feed, carriage return and
    /// backslash become `\t`, `\n`, `\r` and `\\`. The bytes of all other characters that are not visible become
    /// `\xNN`. Bytes that are not UTF-8 are unchanged.
    package mutating func append(escaping name: UnsafeBufferPointer<UInt8>) {
        guard !name.hasNone({ $0.below(0x20) | $0.equal("\\") | $0.equal("\u{7F}") | $0.equal("@") | $0.nonASCII }) else {
            return append(name)
        }
        withoutCredentials(Array(name)).withUnsafeBufferPointer { append(escapingShown: $0) }
    }

    private mutating func append(escapingShown name: UnsafeBufferPointer<UInt8>) {
        var rest = name
        while let byte = rest.first {
            let scalar = byte < 0x80 ? Unicode.Scalar(byte) : firstScalar(of: rest)
            let character = UnsafeBufferPointer(rebasing: rest[..<(scalar.map { UTF8.width($0) } ?? 1)])
            switch scalar {
            case "\t": append("\\t")
            case "\n": append("\\n")
            case "\r": append("\\r")
            case "\\": append("\\\\")
            case let scalar? where !scalar.isVisible:
                for byte in character {
                    append("\\x")
                    append(hex: byte)
                }
            default: append(character)
            }
            rest = UnsafeBufferPointer(rebasing: rest[character.count...])
        }
    }

    /// Appends a JSON string in which characters that are not visible are escaped, for programs whose output people
    /// also read in a terminal. A parser gives the same text, but for users and passwords. Invalid UTF-8 becomes U+FFFD.
    package mutating func append(visibleJSON text: UnsafeBufferPointer<UInt8>) {
        let isPrintable = text.allSatisfy { isPlain($0) || $0 == UInt8(ascii: "@") }
        if isPrintable, credentials(in: text).isEmpty { return append(json: text) }
        append(visibleJSON: String(decoding: text, as: UTF8.self))
    }

    package mutating func append(visibleJSON text: String) {
        if text.utf8.allSatisfy(isPlain) { return append(json: text) }
        append("\"")
        for scalar in text.withoutCredentials.unicodeScalars {
            switch scalar {
            case "\"": append("\\\"")
            case "\\": append("\\\\")
            case "\n": append("\\n")
            case "\r": append("\\r")
            case "\t": append("\\t")
            case _ where scalar.isVisible: append(String(scalar))
            default:
                for unit in scalar.utf16 {
                    append("\\u")
                    append(hex: UInt8(unit >> 8))
                    append(hex: UInt8(unit & 0xFF))
                }
            }
        }
        append("\"")
    }

    /// Appends a path as a JSON string. If the path is not UTF-8, the invalid bytes become U+FFFD, and
    /// `path_hex` gives the exact bytes in hexadecimal.
    package mutating func append(jsonPath path: UnsafeBufferPointer<UInt8>) {
        append(visibleJSON: path)
        if String(validating: path, as: UTF8.self) != nil { return }
        member("path_hex", json: hexDigits(of: withoutCredentials(Array(path))))
    }

    /// Appends two hexadecimal digits.
    public mutating func append(hex byte: UInt8) {
        append(hexDigit(byte >> 4))
        append(hexDigit(byte & 15))
    }
}

/// The bytes in hexadecimal digits.
package func hexDigits(of bytes: [UInt8]) -> String {
    var digits = ByteBuffer(capacity: 2 * bytes.count)
    for byte in bytes { digits.append(hex: byte) }
    return digits.withBytes { String(decoding: $0, as: UTF8.self) }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether these are lines of printable ASCII, without users and passwords.
    package var arePlainLines: Bool { allSatisfy { isPlain($0) || $0 == UInt8(ascii: "\n") } }
}

/// Whether a byte is a printable character of ASCII, but not the one behind users and passwords.
private func isPlain(_ byte: UInt8) -> Bool { (0x20..<0x7F).contains(byte) && byte != UInt8(ascii: "@") }

/// nil if the text does not begin with a character in UTF-8.
private func firstScalar(of text: UnsafeBufferPointer<UInt8>) -> Unicode.Scalar? {
    let length = characterLength(text)
    return length == 0 ? nil : String(decoding: text[..<length], as: UTF8.self).unicodeScalars.first
}

private func hexDigit(_ digit: UInt8) -> UInt8 {
    digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
}

/// Plain text for a terminal of 80 columns.
package enum TextLayout {
    package static let width = 80

    /// Breaks `text` into indented lines. A word that is wider than a line gets a line of its own.
    package static func lines(_ text: String, indent: Int = 0) -> [String] {
        let margin = String(repeating: " ", count: indent)
        var lines: [String] = []
        for word in text.split(separator: " ") {
            if let line = lines.last, line.count + 1 + word.count <= width {
                lines[lines.count - 1] += " " + word
            } else {
                lines.append(margin + word)
            }
        }
        return lines
    }

    /// Puts terms on the left and their meanings at `column`. If a term reaches into that column, its
    /// meaning starts on the next line.
    package static func definitions(_ rows: [(term: String, meaning: String)], column: Int) -> [String] {
        rows.flatMap { row in
            let term = "  " + row.term
            let lines = lines(row.meaning, indent: column)
            guard let first = lines.first, term.count + 2 <= column else { return [term] + lines }
            return [term + first.dropFirst(term.count)] + lines.dropFirst()
        }
    }

    /// The column for the meanings of these terms: two columns after the widest term that leaves room for
    /// sentences.
    package static func column(for terms: [String]) -> Int {
        let widest = 26
        return 4 + (terms.map(\.count).filter { $0 <= widest }.max() ?? 0)
    }
}

/// The length in bytes of the first character of a text, which is not ASCII; 0 if the bytes are not UTF-8
/// (RFC 3629, 4).
@inlinable
package func characterLength(_ text: UnsafeBufferPointer<UInt8>) -> Int {
    let lead = text[0]
    // The bounds of the second byte exclude overlong forms, surrogates and values beyond Unicode.
    let (length, least, most): (Int, UInt8, UInt8) =
        switch lead {
        case 0xC2...0xDF: (2, 0x80, 0xBF)
        case 0xE0: (3, 0xA0, 0xBF)
        case 0xED: (3, 0x80, 0x9F)
        case 0xE1...0xEF: (3, 0x80, 0xBF)
        case 0xF0: (4, 0x90, 0xBF)
        case 0xF1...0xF3: (4, 0x80, 0xBF)
        case 0xF4: (4, 0x80, 0x8F)
        default: (0, 0, 0)
        }
    guard length > 0, length <= text.count, text[1] >= least, text[1] <= most else { return 0 }
    for index in 2..<length where text[index] & 0xC0 != 0x80 { return 0 }
    return length
}
