import WeirBase

/// A fault of a price, as export jobs and templates leave it.
///
/// Shops write prices with words of all languages, so words are no fault. Texts without a number, broken numbers, and signs that
/// only programs write are.
enum PriceFault: String {
    case tooLong = "is longer than a price"
    case outerSpace = "begins or ends with a space"
    case noNumber = "has no number"
    case template = "has signs of a template or of a program"
    case word = "has a word that programs write where a value is missing"
    case encoding = "was read in another encoding than it was written in"
    case brokenNumber = "has a broken number"
    case missingDigits = "has too few digits behind its comma"
    case twoNumbers = "has two numbers in a row"
    case twoCurrencies = "has its currency twice"
    case negative = "is negative"
    case cutOff = "ends in the middle"
    case noCurrency = "has numbers and signs, but no currency"

    /// nil of a text that may be a price.
    init?(in price: UnsafeBufferPointer<UInt8>) {
        var scan = PriceScan(price)
        guard let fault = price.contains(where: isDigit) ? scan.fault() : Self.faultInPlain(price) else { return nil }
        self = fault
    }

    /// The fault of a price without ASCII digits, whose digits may be of another script.
    private static func faultInPlain(_ price: UnsafeBufferPointer<UInt8>) -> PriceFault? {
        plainPrice(price).withUnsafeBufferPointer { plain in
            guard plain.contains(where: isDigit) else { return .noNumber }
            var scan = PriceScan(plain)
            return scan.fault()
        }
    }
}

private struct PriceScan {
    private let text: UnsafeBufferPointer<UInt8>
    private var index = 0
    private var numbers = 0
    /// Whether there is a sign of a currency, or a word that may be one.
    private var hasCurrency = false
    private var hasOtherSign = false
    /// The last sign of a currency, while only spaces stand behind it.
    private var sign: Range<Int>?
    /// Whether only spaces and signs of currencies stand between the last number and here.
    private var isBehindNumber = false

    private static let longest = 60

    init(_ text: UnsafeBufferPointer<UInt8>) { self.text = text }

    mutating func fault() -> PriceFault? {
        if text.count > Self.longest, text.count(where: { $0 & 0xC0 != 0x80 }) > Self.longest { return .tooLong }
        while index < text.count {
            if let fault = next() { return fault }
        }
        if let fault = endFault { return fault }
        return hasCurrency || !hasOtherSign && numbers <= 2 ? nil : .noCurrency
    }

    /// A text that stops in the middle, such as `$5/` and `$5 –`, but not `12.-` and `499/-`.
    private var endFault: PriceFault? {
        guard let last = text.last, !isDigit(last), !isASCIILetter(last) else { return nil }
        if "/:&,;(@".utf8.contains(last) || endsWith("×") || endsWith("…") { return .cutOff }
        return [" -", " –", " —"].contains(where: endsWith) ? .cutOff : nil
    }

    private func endsWith(_ character: String) -> Bool { text.suffix(character.utf8.count).elementsEqual(character.utf8) }

    private mutating func next() -> PriceFault? {
        let byte = text[index]
        if isDigit(byte) { return number() }
        if let count = spaceCount(text[index...]) {
            let isOuter = index == 0 || index + count == text.count
            index += count
            return isOuter ? .outerSpace : nil
        }
        if let count = currencySign(at: index) { return add(currencySign: index..<index + count) }
        let behind = index + 1 < text.count ? text[index + 1] : 0
        defer { (sign, isBehindNumber) = (nil, false) }
        switch byte {
        case _ where isASCIILetter(byte): return word()
        case 0x80...: return character()
        case UInt8(ascii: "-") where isMinus(before: index + 1): return .negative
        case UInt8(ascii: "%") where isASCIILetter(behind) || behind == UInt8(ascii: "."): return .template
        case UInt8(ascii: "&") where text[(index + 1)...].drop(while: isASCIILetter).first == UInt8(ascii: ";"): return .template
        case UInt8(ascii: "\"") where behind == UInt8(ascii: ":"): return .template
        case UInt8(ascii: "=") where index == 0: return .template
        case UInt8(ascii: ":") where text[(index + 1)...].starts(with: "//".utf8): return .template
        case _ where byte < 0x20 || "{}[]<>#\\|^`_".utf8.contains(byte): return .template
        case UInt8(ascii: "?"): return .encoding
        case _ where "-~+*=".utf8.contains(byte): break
        case UInt8(ascii: "/") where behind == UInt8(ascii: "-") || behind == UInt8(ascii: "="): break
        default: hasOtherSign = true
        }
        index += 1
        return nil
    }

    /// Whether a minus before `end` is that of an amount, and not a dash between two. `-50%` is a reduction.
    private func isMinus(before end: Int) -> Bool {
        let isFirst = index == 0 || text[index - 1] == UInt8(ascii: "(")
        guard !isBehindNumber, isFirst || sign != nil else { return false }
        let rest = text[end...].drop { $0 == UInt8(ascii: " ") && index == 0 }
        guard let first = rest.first else { return false }
        guard isDigit(first) else { return isFirst && (first == UInt8(ascii: "$") || isASCIILetter(first) || first >= 0x80) }
        return rest.drop { isDigit($0) || ".,".utf8.contains($0) }.first != UInt8(ascii: "%")
    }

    // MARK: - Currencies and words

    /// The length of the sign of a currency that begins here, such as `¢` or `€`; nil if none does.
    private func currencySign(at start: Int) -> Int? {
        if text[start] == UInt8(ascii: "$") { return 1 }
        guard text[start] >= 0x80, start + 1 < text.count else { return nil }
        switch text[start] {
        case 0xC2: return 0xA2...0xA5 ~= text[start + 1] ? 2 : nil
        case 0xE2: return text[start + 1] == 0x82 && start + 2 < text.count && text[start + 2] >= 0xA0 ? 3 : nil
        default: return ["฿", "￥"].contains { text[start...].starts(with: $0.utf8) } ? 3 : nil
        }
    }

    private mutating func add(currencySign range: Range<Int>) -> PriceFault? {
        if let sign, text[sign].elementsEqual(text[range]) { return .twoCurrencies }
        (sign, hasCurrency, index) = (range, true, range.upperBound)
        return nil
    }

    private mutating func word() -> PriceFault? {
        let word = text[index...].prefix(while: isASCIILetter)
        (hasCurrency, index) = (true, word.endIndex)
        return Self.wordsOfPrograms.contains { $0.utf8.elementsEqual(word.lazy.map { $0 | 0x20 }) } ? .word : nil
    }

    private static let wordsOfPrograms = ["nan", "null", "nil", "none", "undefined", "inf", "infinity", "object", "error", "true", "false"]

    /// A character beyond ASCII. UTF-8 that was read as Latin-1 or as Windows-1250 has a letter such as `Â` or `Ă` before a sign.
    private mutating func character() -> PriceFault? {
        let rest = text[index...].prefix(4)
        if rest.starts(with: "\u{2212}".utf8), isMinus(before: index + 3) { return .negative }
        if rest.starts(with: [0xEF, 0xBF, 0xBD]) || rest.first == 0xC2 && rest.dropFirst().first.map({ $0 < 0xA0 }) == true {
            return .encoding
        }
        if ["Â", "Ã", "â", "Ă", "Å", "Ĺ", "Ð", "ï"].contains(where: { rest.starts(with: $0.utf8) }), let sign = rest.dropFirst(2).first,
            sign == 0xC2 || sign == 0xE2
        {
            return .encoding
        }
        // Overrides and embeddings of the writing direction.
        if rest.starts(with: [0xE2, 0x80]), let last = rest.dropFirst(2).first, 0xAA...0xAE ~= last { return .template }
        // Dashes and quotes stand between numbers like their likes of ASCII.
        if text[index] != 0xE2 { hasCurrency = true }
        repeat { index += 1 } while index < text.count && text[index] & 0xC0 == 0x80
        return nil
    }

    // MARK: - Numbers

    private mutating func number() -> PriceFault? {
        let start = index
        numbers += 1
        if isBehindNumber, !isCents { return .twoNumbers }
        if start > 0, startsWithSeparator(start) { return .brokenNumber }
        var group = digits()
        // Whether all groups but the last have the length of one. In India most groups have two digits.
        var areGroups = group <= 3
        let firstGroup = text[start..<index]
        var (first, last): (PriceSeparator?, PriceSeparator?)
        var separators = 0
        while let (separator, length) = PriceSeparator.first(of: text[index...]) {
            if separators > 0 { areGroups = areGroups && (2...3).contains(group) && last == first }
            index += length
            group = digits()
            first = first ?? separator
            last = separator
            separators += 1
        }
        isBehindNumber = true
        defer { sign = nil }
        if let last {
            let isGroup = last == first && areGroups && group == 3
            // The price of a screw is 0.0045.
            let areFew = group <= 3 || separators == 1 && firstGroup.elementsEqual("0".utf8)
            let areDecimals = last.isDecimal && areFew && (separators == 1 || last != first && areGroups)
            guard isGroup || areDecimals else { return .brokenNumber }
            if separators == 1, last == .comma, group < 3, writesNoComma(at: index) { return .missingDigits }
            // With a currency behind them they would be one number: `169 169 ₽`.
            if separators == 1, last == .space, index == text.count, text.suffix(3).elementsEqual(firstGroup) { return .twoNumbers }
        }
        return end()
    }

    private mutating func digits() -> Int {
        let start = index
        while index < text.count, isDigit(text[index]) { index += 1 }
        return index - start
    }

    /// Whether digits were lost before the number, as in `$.99`. A word may end with a dot, and so may the sign of rupees: `₹.499`.
    private func startsWithSeparator(_ start: Int) -> Bool {
        if text[start - 1] == UInt8(ascii: ",") { return true }
        guard text[start - 1] == UInt8(ascii: ".") else { return false }
        if start == 1 || text[start - 2] == UInt8(ascii: " ") { return true }
        let before = text[..<(start - 1)]
        return !["₹", "₨"].contains { before.suffix(3).elementsEqual($0.utf8) }
            && (1...3).contains { $0 < start && currencySign(at: start - 1 - $0) == $0 }
    }

    /// Whether a second number is that of `12€50`.
    private var isCents: Bool {
        numbers == 2 && sign != nil && isDigit(text[0]) && text.count - index == 2 && text[index...].allSatisfy(isDigit)
    }

    /// Reads on behind a number: an exponent, a second separator or the end of the text is a fault. The minutes of a time of day are read,
    /// and so are the dashes that shops write instead of decimals.
    private mutating func end() -> PriceFault? {
        guard index < text.count else { return nil }
        let rest = text[(index + 1)...]
        switch text[index] {
        case UInt8(ascii: "e"), UInt8(ascii: "E"):
            return rest.first.map { isDigit($0) || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") } == true ? .brokenNumber : nil
        // As in `299:50 kr`; without a currency it is the time of day.
        case UInt8(ascii: ":")
        where rest.count >= 2 && rest.prefix(2).allSatisfy(isDigit)
            && rest.dropFirst(2).first.map({ isDigit($0) || $0 == UInt8(ascii: ":") }) != true:
            hasOtherSign = true
            index += 3
            return nil
        case UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: ":"):
            guard let next = rest.first else { return .cutOff }
            if isDigit(next) || next == UInt8(ascii: ".") || next == UInt8(ascii: ",") { return .brokenNumber }
            if next == UInt8(ascii: "-") || next == 0xE2 { index += 1 }
            return nil
        default: return nil
        }
    }

    /// Whether the countries of the currency write 1,234 for a thousand, and no comma before decimals. Behind the number of pounds and
    /// rupees people of other countries write it in their way.
    private func writesNoComma(at end: Int) -> Bool {
        if let sign, ["£", "¥", "￥", "₩", "₹", "฿", "₱"].contains(where: { text[sign].elementsEqual($0.utf8) }) { return true }
        return ["円", "元", "원", "₩", "¥", "￥"].contains { text[end...].starts(with: $0.utf8) }
    }
}
