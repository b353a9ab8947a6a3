/// A part of a price: `$`, `15`, `From`, a space or a bracket.
enum PriceToken: Equatable {
    case space
    /// A number; `hasDash` if a dash stands for its decimals, which only prices have: `349,-`.
    case number(hasDash: Bool)
    /// A currency in letters, such as `kr` or `USD`; without a number beside it, it is a word.
    case name
    /// A currency that has another sign than letters, such as `¥` or `R$`.
    case sign
    case word
    /// A sign such as `/` or `(`.
    case other(Unicode.Scalar)

    /// The parts of a text; nil if one of them stands in no price.
    static func tokens(of text: UnsafeBufferPointer<UInt8>, _ numbers: PriceNumber) -> [PriceToken]? {
        var tokens: [PriceToken] = []
        var rest = text[...]
        while let byte = rest.first {
            guard let (token, count) = first(of: rest, numbers) else { return nil }
            if isDigit(byte), !isNumberWhole(behind: rest.dropFirst(count)) { return nil }
            tokens.append(token)
            rest = rest.dropFirst(count)
        }
        return tokens
    }

    private static func first(of text: Slice<UnsafeBufferPointer<UInt8>>, _ numbers: PriceNumber) -> (PriceToken, count: Int)? {
        if let count = spaceCount(text) { return (.space, count) }
        var runs = PriceNumber.Runs()
        let count = numbers.count(text, &runs)
        if count > 0 { return (.number(hasDash: text.prefix(count).last.map { !isDigit($0) } ?? false), count) }
        if let mark = CurrencyMark(text) { return (isName(text.prefix(mark.count)) ? .name : .sign, mark.count) }
        let signs = String(decoding: text.prefix(maxWord), as: UTF8.self).unicodeScalars
        let word = wordLength(signs)
        if word > 0 {
            let text = String(signs.prefix(word))
            return wordsOfPrograms.contains(text.lowercased()) ? nil : (.word, text.utf8.count)
        }
        guard let sign = signs.first, allowed.contains(sign) else { return nil }
        return (.other(sign), String(sign).utf8.count)
    }

    /// Longer words are read in parts.
    private static let maxWord = 64

    /// Digits behind a separator would be the rest of a number that is none, and `E+03` the exponent of a float.
    private static func isNumberWhole(behind rest: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        guard let first = rest.first, let second = rest.dropFirst().first else { return true }
        switch first {
        case UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: ":"): return !isDigit(second)
        case UInt8(ascii: "e"), UInt8(ascii: "E"): return !isDigit(second) && !"+-".utf8.contains(second)
        default: return true
        }
    }

    private static func isName(_ mark: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        String(decoding: mark, as: UTF8.self).unicodeScalars.allSatisfy { isLetter($0) || $0 == "." || $0 == " " }
    }

    /// The length of the word at the beginning: letters, with apostrophes and dots among them, as in `l'unité` and `p.st.`.
    private static func wordLength(_ signs: String.UnicodeScalarView) -> Int {
        var length = 0
        var wasLetter = false
        for sign in signs {
            let isJoint = wasLetter && (sign == "." || sign == "'" || sign == "’")
            guard isLetter(sign) || isJoint else { break }
            wasLetter = isLetter(sign)
            length += 1
        }
        return length
    }

    private static func isLetter(_ sign: Unicode.Scalar) -> Bool {
        if sign.isASCII { return isASCIILetter(UInt8(sign.value)) }
        switch sign.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .otherNumber: return true
        default: return sign.properties.isAlphabetic
        }
    }

    /// Words that programs write where a value is missing, and the letter that UTF-8 read as Latin-1 has before `£`.
    private static let wordsOfPrograms: Set<String> = [
        "nan", "null", "nil", "none", "undefined", "inf", "infinity", "object", "error", "true", "false", "â",
    ]

    private static let allowed = Set("/():'’+*~-–—−‒～〜&!,;%@×·•≈=。、【】「」・".unicodeScalars)
}
