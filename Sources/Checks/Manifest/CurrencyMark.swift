/// A currency, identified by its ISO 4217 code, or by its mark if several currencies share one.
struct Currency: Equatable, Sendable {
    private let letters: UInt32

    fileprivate init(_ code: StaticString) {
        letters = (0..<code.utf8CodeUnitCount).reduce(0) { $0 << 8 | UInt32(code.utf8Start[$1]) }
    }

    /// Returns nil if no currency has this code.
    fileprivate init?(_ code: Slice<UnsafeBufferPointer<UInt8>>) {
        letters = code.reduce(0) { $0 << 8 | UInt32($1) }
        guard CurrencyCodes.contains(letters) else { return nil }
    }

    var name: String {
        String(decoding: [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: letters >> $0) }.filter { $0 > 0 }, as: UTF8.self)
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
        for known in knownMarks where known.text.utf8Start[0] == first {
            let count = known.text.utf8CodeUnitCount
            guard text.count >= count, (1..<count).allSatisfy({ text[text.startIndex + $0] == known.text.utf8Start[$0] }),
                // A letter that follows a letter makes it another word.
                !known.endsWithLetter || !(text.dropFirst(count).first.map(isLetter) ?? false)
            else { continue }
            self.currency = known.currency
            self.count = count
            return
        }
        let code = text.prefix(4).prefix(while: { $0 >= UInt8(ascii: "A") && $0 <= UInt8(ascii: "Z") })
        guard code.count == 3, !(text.dropFirst(3).first.map(isLetter) ?? false), let currency = Currency(code) else { return nil }
        self.currency = currency
        count = 3
    }

    /// The currency of the first mark in a price.
    static func currency(of price: UnsafeBufferPointer<UInt8>) -> Currency? {
        var rest = price[...]
        while !rest.isEmpty {
            if let mark = CurrencyMark(rest) { return mark.currency }
            // A mark is a whole word, so the rest of a word is skipped.
            let isWord = rest.first.map(isLetter) ?? false
            rest = isWord ? rest.drop(while: isLetter) : rest.dropFirst()
        }
        return nil
    }
}

private struct KnownMark: Sendable {
    let text: StaticString
    let currency: Currency
    let endsWithLetter: Bool

    init(_ text: StaticString, _ code: StaticString) {
        self.text = text
        currency = Currency(code)
        endsWithLetter = isLetter(text.utf8Start[text.utf8CodeUnitCount - 1])
    }
}

/// Of two marks with the same beginning the longer one comes first. A plain dollar sign means US dollars and
/// a yen sign means Japanese yen. `kr` stays a mark of its own, since several countries use it for crowns.
private let knownMarks = [
    KnownMark("$", "USD"), KnownMark("€", "EUR"), KnownMark("¥", "JPY"), KnownMark("£", "GBP"), KnownMark("US$", "USD"),
    KnownMark("AU$", "AUD"), KnownMark("A$", "AUD"), KnownMark("CA$", "CAD"), KnownMark("C$", "CAD"),
    KnownMark("NZ$", "NZD"), KnownMark("HK$", "HKD"), KnownMark("NT$", "TWD"), KnownMark("S$", "SGD"),
    KnownMark("SG$", "SGD"), KnownMark("MX$", "MXN"), KnownMark("R$", "BRL"), KnownMark("CN¥", "CNY"),
    KnownMark("JP¥", "JPY"), KnownMark("￥", "JPY"), KnownMark("円", "JPY"), KnownMark("元", "CNY"), KnownMark("원", "KRW"),
    KnownMark("₩", "KRW"), KnownMark("₹", "INR"), KnownMark("₺", "TRY"), KnownMark("₴", "UAH"), KnownMark("₽", "RUB"),
    KnownMark("₪", "ILS"), KnownMark("₫", "VND"), KnownMark("₱", "PHP"), KnownMark("₦", "NGN"), KnownMark("฿", "THB"),
    KnownMark("₸", "KZT"), KnownMark("₾", "GEL"), KnownMark("₡", "CRC"), KnownMark("zł", "PLN"), KnownMark("Kč", "CZK"),
    KnownMark("kr.", "kr"), KnownMark("kr", "kr"), KnownMark("Kr", "kr"), KnownMark("Ft", "HUF"), KnownMark("lei", "RON"),
    KnownMark("Lei", "RON"), KnownMark("лв.", "BGN"), KnownMark("лв", "BGN"), KnownMark("руб.", "RUB"),
    KnownMark("руб", "RUB"), KnownMark("грн.", "UAH"), KnownMark("грн", "UAH"), KnownMark("Rs.", "INR"),
    KnownMark("Rs", "INR"), KnownMark("Rp", "IDR"), KnownMark("RM", "MYR"), KnownMark("SFr.", "CHF"),
    KnownMark("Fr.", "CHF"), KnownMark("TL", "TRY"), KnownMark("euros", "EUR"), KnownMark("euro", "EUR"),
    KnownMark("Euro", "EUR"), KnownMark("RMB", "CNY"), KnownMark("dirhams", "AED"),
]

private func isLetter(_ byte: UInt8) -> Bool { byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z") }
