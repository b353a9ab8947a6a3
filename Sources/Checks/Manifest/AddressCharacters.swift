import Base

/// Characters that a URL may not have as they are (RFC 3986, 3.3 to 3.5).
enum AddressCharacters {
    /// Whether a text certainly has none of them. `%` and `#` must be looked at more closely.
    static func arePlain(_ text: UnsafeBufferPointer<UInt8>.SubSequence) -> Bool { text.allSatisfy(isLegal) }

    /// The first character behind `start` that must be encoded; nil if there is none.
    static func firstOdd(_ img: UnsafeBufferPointer<UInt8>, from start: Int) -> Odd? {
        var hasFragment = false
        var index = start
        while index < img.count {
            let byte = img[index]
            switch byte {
            case UInt8(ascii: "%"):
                guard isEncoding(img, at: index) else { return .percent }
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
        img.indices.contains { img[$0] == UInt8(ascii: "%") && isEncoding(img, at: $0) }
    }

    /// Whether the address has a percent sign that two hexadecimal digits do not follow.
    static func hasBarePercent(_ img: UnsafeBufferPointer<UInt8>) -> Bool {
        img.indices.contains { img[$0] == UInt8(ascii: "%") && !isEncoding(img, at: $0) }
    }

    private static func isEncoding(_ img: UnsafeBufferPointer<UInt8>, at percent: Int) -> Bool {
        percent + 2 < img.count && isHexDigit(img[percent + 1]) && isHexDigit(img[percent + 2])
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

/// Unreserved characters, sub-delimiters and `:@/?`.
@inline(__always)
private func isLegal(_ byte: UInt8) -> Bool {
    // A bit for each character of ASCII.
    byte < 0x80 && (byte < 0x40 ? legal.0 : legal.1) &>> UInt64(byte & 0x3F) & 1 == 1
}

private let legal: (UInt64, UInt64) = (0xAFFF_FFD2_0000_0000, 0x47FF_FFFE_87FF_FFFF)
