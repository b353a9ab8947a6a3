import Base

/// Characters that a URL may not have as they are (RFC 3986, 3.3 to 3.5).
enum AddressCharacters {
    /// Whether an address whose bytes before `start` are plain certainly has none of them. `%`, `#` and `~` must be looked
    /// at more closely.
    @inline(__always)
    static func arePlain(_ img: UnsafeBufferPointer<UInt8>, from start: Int) -> Bool {
        !img.hasWord(from: start) { word in
            // Not ASCII, or below `!`, or the control character 0x7F.
            let outside = word | (word &- ones &* 0x21) & ~word | (word &+ ones)
            // One of `[\]^{|}~`, but not `_`.
            let upper = word | ones &* 0x20
            let brackets = (upper &+ ones &* 5) & ~(upper &+ ones)
            // One of `"#`, or of `<>`, or a percent sign, or a backtick.
            let quotes = zeros(in: (word | ones) ^ ones &* 0x23) | zeros(in: (word | ones &* 2) ^ ones &* 0x3E)
            return outside | brackets | quotes | zeros(in: word ^ ones &* 0x25) | zeros(in: word ^ ones &* 0x60)
        } orByte: { !isLegal($0) }
    }

    /// The first character behind `start` that must be encoded; nil if there is none.
    static func firstOdd(_ img: UnsafeBufferPointer<UInt8>, from start: Int) -> Odd? {
        var hasFragment = false
        var index = start
        while index < img.count {
            let byte = img[index]
            switch byte {
            case UInt8(ascii: "%"):
                guard index + 2 < img.count, isHexDigit(img[index + 1]), isHexDigit(img[index + 2]) else { return .percent }
            case UInt8(ascii: "#"):
                if hasFragment { return .character("#") }
                hasFragment = true
            case 0x80...:
                let text = String(decoding: img[index...].prefix(4), as: UTF8.self)
                return .character(text.unicodeScalars.first ?? "\u{FFFD}")
            case _ where !isLegal(byte): return .character(Unicode.Scalar(byte))
            default: break
            }
            index += 1
        }
        return nil
    }

    /// The first character that nobody sees, such as a zero-width space.
    static func firstInvisible(_ text: UnsafeBufferPointer<UInt8>) -> Unicode.Scalar? {
        guard text.contains(where: mayBeginInvisible) else { return nil }
        return String(decoding: text, as: UTF8.self).unicodeScalars.first { !$0.isVisible }
    }

    /// The first bytes of all such characters in UTF-8. Letters of most alphabets begin with others.
    private static func mayBeginInvisible(_ byte: UInt8) -> Bool {
        switch byte {
        case 0xC2, 0xCD, 0xD8, 0xDB, 0xDC, 0xE1, 0xE2, 0xE3, 0xEF, 0xF0...: true
        default: false
        }
    }

    /// Whether the address has a percent-encoded byte.
    static func hasEncoding(_ img: UnsafeBufferPointer<UInt8>) -> Bool {
        img.indices.contains { index in
            img[index] == UInt8(ascii: "%") && index + 2 < img.count && isHexDigit(img[index + 1]) && isHexDigit(img[index + 2])
        }
    }

    /// A character, or a percent sign that encodes nothing.
    enum Odd {
        case character(Unicode.Scalar), percent

        /// The character and its encoding: `` `|` in it, which has to be %7C``.
        var description: String {
            switch self {
            case .character(" "): "a space in it, which has to be %20"
            case .character(let sign): "`\(String(sign))` in it, which has to be \(Self.encoded(sign))"
            case .percent: "a % in it that two hexadecimal digits do not follow"
            }
        }

        private static func encoded(_ sign: Unicode.Scalar) -> String {
            String(sign).utf8.map { byte in
                let digits = String(byte, radix: 16, uppercase: true)
                return "%\(digits.utf8.count < 2 ? "0" : "")\(digits)"
            }.joined()
        }
    }
}

private func isHexDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 || (byte | 0x20) &- UInt8(ascii: "a") < 6 }

/// Unreserved characters, sub-delimiters and `:@/?`.
private func isLegal(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "?"), UInt8(ascii: "@"),
        // From & to ;, which are digits and most of the signs.
        UInt8(ascii: "&")...UInt8(ascii: ";"), UInt8(ascii: "="), UInt8(ascii: "!"), UInt8(ascii: "$"), UInt8(ascii: "_"), UInt8(ascii: "~"):
        true
    default: false
    }
}
