import WeirBase

/// A price with the digits and signs of ASCII and without marks of the writing direction, for prices such as `‏١٬٢٣٤٫٥٠ د.إ.‏`
/// and `１，２００円（税込）`.
func plainPrice(_ price: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var plain: [UInt8] = []
    for sign in String(decoding: price, as: UTF8.self).unicodeScalars {
        switch sign.value {
        case 0x200E, 0x200F, 0x61C: continue
        // Characters of full width, in the order of ASCII.
        case 0xFF01...0xFF5E: plain.append(UInt8(sign.value - 0xFF01 + 0x21))
        case 0x80... where sign.properties.generalCategory == .decimalNumber:
            plain.append(UInt8(ascii: "0") + UInt8(sign.properties.numericValue ?? 0))
        default: plain += Array(String(sign).utf8)
        }
    }
    return plain
}

/// The length in bytes of the space at the beginning of a text, an ordinary, a narrow or a non-breaking one.
func spaceCount(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
    // Most texts begin with another character of ASCII.
    guard let first = text.first, first == UInt8(ascii: " ") || first >= 0xC2 else { return nil }
    return [" ", "\u{A0}", "\u{202F}", "\u{2009}", "\u{2007}", "\u{3000}"].first { (space: StaticString) in
        text.starts(with: UnsafeBufferPointer(start: space.utf8Start, count: space.utf8CodeUnitCount))
    }?.utf8CodeUnitCount
}

/// A character between two digits of a number.
enum PriceSeparator {
    case dot, comma, apostrophe, quote, space
    case arabicDecimal, arabicGroup, arabicComma

    /// Whether decimals may follow; groups may follow each.
    var isDecimal: Bool { self == .dot || self == .comma || self == .arabicDecimal }

    /// The separator at the beginning of a text, and its length in bytes, if a digit follows.
    static func first(of text: Slice<UnsafeBufferPointer<UInt8>>) -> (PriceSeparator, length: Int)? {
        guard let byte = text.first, !isASCIILetter(byte) else { return nil }
        let found: (PriceSeparator, length: Int)
        switch byte {
        case UInt8(ascii: "."): found = (.dot, 1)
        case UInt8(ascii: ","): found = (.comma, 1)
        case UInt8(ascii: "'"): found = (.apostrophe, 1)
        default:
            if let count = spaceCount(text) {
                found = (.space, count)
            } else if text.starts(with: "’".utf8) {
                found = (.quote, 3)
            } else if text.starts(with: "٫".utf8) {
                found = (.arabicDecimal, 2)
            } else if text.starts(with: "٬".utf8) {
                found = (.arabicGroup, 2)
            } else if text.starts(with: "،".utf8) {
                found = (.arabicComma, 2)
            } else {
                return nil
            }
        }
        guard let next = text.dropFirst(found.length).first, isDigit(next) else { return nil }
        return found
    }
}

/// A number in a price, and a word for thousands or millions behind it.
struct PriceAmount {
    let value: Double
    let multiplier: String?

    private static let multipliers = ["万", "萬", "億", "亿", "만", "억", "lakh", "crore", "triệu", "mln", "тыс"]

    /// The first number in a text.
    init?(_ text: Slice<UnsafeBufferPointer<UInt8>>) {
        guard let start = text.firstIndex(where: isDigit) else { return nil }
        var groups: [Slice<UnsafeBufferPointer<UInt8>>] = []
        var separators: [PriceSeparator] = []
        var rest = text[start...]
        while true {
            let digits = rest.prefix(while: isDigit)
            groups.append(digits)
            rest = rest[digits.endIndex...]
            guard let (separator, length) = PriceSeparator.first(of: rest) else { break }
            separators.append(separator)
            rest = rest.dropFirst(length)
        }
        while let count = spaceCount(rest) { rest = rest.dropFirst(count) }
        multiplier = Self.multipliers.first { rest.starts(with: $0.utf8) }
        let hasDecimals = Self.areDecimals(groups[groups.count - 1], behind: separators, groups[0])
        let whole = (hasDecimals ? groups.dropLast() : groups[...]).flatMap { $0 }
        let text =
            String(decoding: whole, as: UTF8.self) + (hasDecimals ? "." + String(decoding: groups[groups.count - 1], as: UTF8.self) : "")
        guard let value = Double(text) else { return nil }
        self.value = value
    }

    /// Three digits behind a separator are a group, unless another separator stands before it, or the number begins with 0.
    private static func areDecimals(
        _ last: Slice<UnsafeBufferPointer<UInt8>>, behind separators: [PriceSeparator], _ first: Slice<UnsafeBufferPointer<UInt8>>
    ) -> Bool {
        guard let separator = separators.last, separator.isDecimal else { return false }
        if separator == .arabicDecimal || last.count != 3 { return true }
        return separators.count > 1 ? separators[0] != separator : first.elementsEqual("0".utf8)
    }
}
