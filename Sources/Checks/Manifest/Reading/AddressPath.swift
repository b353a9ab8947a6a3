import WeirBase

/// The paths of pictures, of their own or in a URL.
enum AddressPath {
    /// The problem with a path of its own, or nil. Spaces and letters of any language are allowed inside, since files have
    /// such names, and apps and `--base-url` encode paths.
    static func fault(_ img: UnsafeBufferPointer<UInt8>) -> String? {
        if img.count > 2, img[1] == UInt8(ascii: ":"), (img[0] | 0x20) &- UInt8(ascii: "a") < 26, "/\\".utf8.contains(img[2]) {
            return "img is a path of a Windows disk, which no phone has"
        }
        if let fault = nameFault(img) ?? componentFault(img) { return fault }
        return AddressCharacters.arePlain(img[...]) ? nil : characterFault(img)
    }

    /// The problem with the last component, where a program has written the name of a value that it did not have.
    static func nameFault(_ img: UnsafeBufferPointer<UInt8>) -> String? {
        var start = img.count
        while start > 0, img[start - 1] != UInt8(ascii: "/") { start -= 1 }
        guard start < img.count, mayBeginMissingValue(img[start]) else { return nil }
        let name = img[start...].prefix { !".?#".utf8.contains($0) }
        let missing = missingValues.first { name.elementsEqual($0.utf8) }
        return missing.map { "img is `\($0)`, which a program writes for a value that is missing" }
    }

    private static let missingValues = ["undefined", "null", "(null)", "NaN", "None", "[object Object]"]

    /// Nearly all names begin with another letter.
    private static func mayBeginMissingValue(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "u"), UInt8(ascii: "n"), UInt8(ascii: "N"), UInt8(ascii: "["), UInt8(ascii: "("): true
        default: false
        }
    }

    private static func componentFault(_ img: UnsafeBufferPointer<UInt8>) -> String? {
        var rest = img[...]
        while true {
            let component = rest.prefix { $0 != UInt8(ascii: "/") }
            if component.elementsEqual("..".utf8) { return "img is a path with `..` in it" }
            if component.startIndex == 0, isBrokenScheme(component), img[component.endIndex...].starts(with: "//".utf8) {
                return "img has no scheme before //, only what looks like one; a URL begins with https://"
            }
            guard component.endIndex < img.count else {
                let isFolder = component.isEmpty || component.elementsEqual(".".utf8)
                return isFolder ? "img is the path of a folder, not of a picture" : nil
            }
            rest = img[(component.endIndex + 1)...]
        }
    }

    /// `https` without its colon, and a colon with a space or nothing before it.
    private static func isBrokenScheme(_ component: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        if component.first == UInt8(ascii: " ") { return false }
        return component.last == UInt8(ascii: ":") || component.prefix(4).map { $0 | 0x20 }.elementsEqual("http".utf8)
    }

    private static func characterFault(_ img: UnsafeBufferPointer<UInt8>) -> String? {
        if img.first == UInt8(ascii: " ") { return "img begins with a space" }
        if img.last == UInt8(ascii: " ") { return "img ends with a space" }
        if img.has("\\") { return "img is a path with a backslash in it; in addresses / stands between folders" }
        if let mark = templateMarks.first(where: { isIn(img, $0) }) {
            return "img is a path with `\(mark)` in it, a template that no program has filled in"
        }
        if AddressCharacters.hasBarePercent(img) {
            return "img is a path with \(AddressCharacters.Odd.percent.description); a percent sign of a name is %25"
        }
        return AddressCharacters.firstInvisible(img).map { "img is a path with the invisible character \($0.shownName) in it" }
    }

    private static let templateMarks = ["{{", "${", "{%", "<%"]

    private static func isIn(_ text: UnsafeBufferPointer<UInt8>, _ mark: String) -> Bool {
        text.indices.contains { text[$0...].starts(with: mark.utf8) }
    }
}

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
        case character(Unicode.Scalar)
        case percent

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
