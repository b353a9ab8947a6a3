// The characters of prices.

func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

func isHexDigit(_ byte: UInt8) -> Bool { isDigit(byte) || (byte | 0x20) &- UInt8(ascii: "a") < 6 }

func isASCIILetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- UInt8(ascii: "a") < 26 }

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

/// A number in a price, and a word for thousands or millions behind it.
struct PriceAmount {
    let value: Double
    let multiplier: String?

    private static let multipliers = ["万", "萬", "億", "亿", "만", "억", "lakh", "crore", "triệu", "mln", "тыс"]

    /// The first number in a text.
    init?(_ text: Slice<UnsafeBufferPointer<UInt8>>) {
        guard let start = text.firstIndex(where: isDigit) else { return nil }
        var groups: [Slice<UnsafeBufferPointer<UInt8>>] = []
        var separators: [String] = []
        var rest = text[start...]
        while true {
            let digits = rest.prefix(while: isDigit)
            groups.append(digits)
            rest = rest[digits.endIndex...]
            let separator = Self.separators.first { rest.starts(with: $0.utf8) }
            guard let separator, let next = rest.dropFirst(separator.utf8.count).first, isDigit(next) else { break }
            separators.append(separator)
            rest = rest.dropFirst(separator.utf8.count)
        }
        while let count = spaceCount(rest) { rest = rest.dropFirst(count) }
        multiplier = Self.multipliers.first { rest.starts(with: $0.utf8) }
        let hasDecimals = Self.areDecimals(groups[groups.count - 1], behind: separators, groups[0])
        let whole = (hasDecimals ? groups.dropLast() : groups[...]).flatMap { $0 }
        let text = String(decoding: whole, as: UTF8.self) + (hasDecimals ? "." + String(decoding: groups[groups.count - 1], as: UTF8.self) : "")
        guard let value = Double(text) else { return nil }
        self.value = value
    }

    /// Three digits behind a separator are a group, unless another separator stands before it, or the number begins with 0.
    private static func areDecimals(
        _ last: Slice<UnsafeBufferPointer<UInt8>>, behind separators: [String], _ first: Slice<UnsafeBufferPointer<UInt8>>
    ) -> Bool {
        guard let separator = separators.last, [".", ",", "٫"].contains(separator) else { return false }
        if separator == "٫" || last.count != 3 { return true }
        return separators.count > 1 ? separators[0] != separator : first.elementsEqual("0".utf8)
    }

    private static let separators = [".", ",", "'", "’", " ", "\u{A0}", "\u{202F}", "\u{2009}", "\u{2007}", "\u{3000}", "٫", "٬", "،"]
}
