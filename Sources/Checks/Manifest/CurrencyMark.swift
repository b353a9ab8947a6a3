/// A currency, identified by its ISO 4217 code, or by its mark if several currencies share one.
struct Currency: Equatable, Sendable {
    private let letters: UInt64

    /// A code, or the name of a mark that is shared.
    init(mark name: Substring) { letters = name.utf8.prefix(8).reduce(0) { $0 << 8 | UInt64($1) } }

    /// Returns nil if no currency has this code.
    fileprivate init?(_ code: Slice<UnsafeBufferPointer<UInt8>>) {
        let code = code.reduce(0) { $0 << 8 | UInt32($1) }
        guard CurrencyCodes.contains(code) else { return nil }
        letters = UInt64(code)
    }

    var name: String {
        let bytes = (0..<8).reversed().map { UInt8(truncatingIfNeeded: letters >> UInt64($0 * 8)) }
        return String(decoding: bytes.filter { $0 > 0 }, as: UTF8.self)
    }
}

/// The sign, code or word of a currency in a price.
struct CurrencyMark {
    let currency: Currency
    /// The length in bytes.
    let count: Int

    /// The mark at the beginning of a text; nil if there is none.
    init?(_ text: Slice<UnsafeBufferPointer<UInt8>>) {
        guard let first = text.first, first &- UInt8(ascii: "0") >= 10 else { return nil }
        for known in CurrencyMarks.beginning(with: first) {
            guard isStart(known.text, of: text) else { continue }
            let rest = text.dropFirst(known.text.count)
            // A letter that follows a letter makes it another word.
            guard !known.endsWithLetter || !(rest.first.map(isASCIILetter) ?? false),
                !known.needsNumber || beginsWithNumber(rest)
            else { continue }
            self.currency = known.currency
            self.count = known.text.count
            return
        }
        guard let code = CurrencyMark(code: text) else { return nil }
        self = code
    }

    /// The code of a currency at the beginning of a text.
    init?(code text: Slice<UnsafeBufferPointer<UInt8>>) {
        let code = text.prefix(4).prefix(while: { $0 >= UInt8(ascii: "A") && $0 <= UInt8(ascii: "Z") })
        guard code.count == 3, !(text.dropFirst(3).first.map(isASCIILetter) ?? false), let currency = Currency(code)
        else { return nil }
        self.currency = currency
        count = 3
    }

    /// The currency of a price: that of its first mark, unless a code says which currency a shared sign means, as in
    /// `$708.00 MXN`.
    static func currency(of price: UnsafeBufferPointer<UInt8>) -> Currency? {
        var rest = price[...]
        while !rest.isEmpty {
            if let mark = CurrencyMark(rest) { return codeAtEnd(of: rest.dropFirst(mark.count)) ?? mark.currency }
            // A mark is a whole word, so the rest of a word is skipped.
            let isWord = rest.first.map(isASCIILetter) ?? false
            rest = isWord ? rest.drop(while: isASCIILetter) : rest.dropFirst()
        }
        return nil
    }

    private static func codeAtEnd(of rest: Slice<UnsafeBufferPointer<UInt8>>) -> Currency? {
        guard let last = rest.last, isASCIILetter(last), rest.count > 3, !isASCIILetter(rest[rest.endIndex - 4]) else { return nil }
        return CurrencyMark(code: rest.suffix(3))?.currency
    }
}

/// Whether a number follows at once or behind spaces.
private func beginsWithNumber(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    var rest = text
    while let count = spaceCount(rest) { rest = rest.dropFirst(count) }
    return rest.first.map { $0 &- UInt8(ascii: "0") < 10 } ?? false
}

@inline(__always)
private func isStart(_ mark: [UInt8], of text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    guard text.count >= mark.count else { return false }
    // The first bytes are equal already.
    for index in 1..<mark.count where text[text.startIndex + index] != mark[index] { return false }
    return true
}
