/// A currency, by the three letters of ISO 4217, or by its mark where several currencies share it.
struct Currency: Equatable, Sendable {
    private let letters: UInt32

    fileprivate init(_ code: StaticString) {
        letters = (0..<code.utf8CodeUnitCount).reduce(0) { $0 << 8 | UInt32(code.utf8Start[$1]) }
    }

    /// Nil where the letters are no currency's.
    fileprivate init?(_ code: Slice<UnsafeBufferPointer<UInt8>>) {
        letters = code.reduce(0) { $0 << 8 | UInt32($1) }
        guard CurrencyCodes.contains(letters) else { return nil }
    }

    var name: String {
        String(decoding: [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: letters >> $0) }.filter { $0 > 0 }, as: UTF8.self)
    }
}

/// What stands beside a number and makes it a price.
struct CurrencyMark {
    let currency: Currency
    /// How many bytes it has.
    let count: Int

    /// The mark with which a text begins; nil where it begins with none.
    init?(_ text: Slice<UnsafeBufferPointer<UInt8>>) {
        guard let first = text.first, first &- UInt8(ascii: "0") >= 10 else { return nil }
        for known in knownMarks where known.text.utf8Start[0] == first {
            let count = known.text.utf8CodeUnitCount
            guard text.count >= count, (1..<count).allSatisfy({ text[text.startIndex + $0] == known.text.utf8Start[$0] }),
                // A letter behind a letter makes another word of it.
                !known.endsWithLetter || !(text.dropFirst(count).first.map(isLetter) ?? false)
            else { continue }
            self.currency = known.currency
            self.count = count
            return
        }
        let code = text.prefix(while: { $0 >= UInt8(ascii: "A") && $0 <= UInt8(ascii: "Z") })
        guard code.count == 3, !(text.dropFirst(3).first.map(isLetter) ?? false), let currency = Currency(code) else { return nil }
        self.currency = currency
        count = 3
    }

    /// The currency of a price, before its number, behind it, or behind a word.
    static func currency(of price: UnsafeBufferPointer<UInt8>) -> Currency? {
        var rest = price[...]
        while !rest.isEmpty {
            if let mark = CurrencyMark(rest) { return mark.currency }
            // The rest of a number or of a word, and what is between it and the next.
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

/// The longer of two marks with the same beginning comes first. A plain dollar sign is taken for the
/// dollar of the United States, a yen sign for Japan's yen; crowns are told apart by nobody.
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
