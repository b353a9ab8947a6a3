/// Numbers that some country writes, but not the one that the price belongs to.
enum DoubtfulNumber {
    /// The fault of such a number in a price: `¥1,23` lacks digits, and `169 169` was written twice. Nil if there is none.
    static func fault(in price: UnsafeBufferPointer<UInt8>) -> String? {
        guard price.contains(where: { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: " ") }) else { return nil }
        if isTwice(price) { return "has its number twice" }
        return hasShortGroup(price) && groupsWithComma(price) ? "has too few digits behind its comma" : nil
    }

    /// Whether the same three digits stand before and behind a space at the end. A currency behind them would make them
    /// one number, as in `169 169 ₽`.
    private static func isTwice(_ price: UnsafeBufferPointer<UInt8>) -> Bool {
        let end = price.suffix(7)
        let digits = end.suffix(3)
        guard end.count == 7, end[end.startIndex + 3] == UInt8(ascii: " "), digits.allSatisfy(isDigit), end.starts(with: digits)
        else { return false }
        return price.count == 7 || !isDigit(price[price.count - 8]) && price[price.count - 8] != UInt8(ascii: " ")
    }

    /// Whether one or two digits, and no group, stand behind a comma.
    private static func hasShortGroup(_ price: UnsafeBufferPointer<UInt8>) -> Bool {
        price.indices.contains { place in
            guard price[place] == UInt8(ascii: ","), place > 0, isDigit(price[place - 1]) else { return false }
            let digits = price[(place + 1)...].prefix(while: isDigit)
            let next = digits.endIndex < price.count ? price[digits.endIndex] : 0
            return (1...2).contains(digits.count) && next != UInt8(ascii: ",")
        }
    }

    private static func groupsWithComma(_ price: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let currency = CurrencyMark.currency(of: price)?.name else { return false }
        // Behind the number, people of other countries write it in their way: `1.234,50 ₱`.
        return eastAsian.contains(currency) || !(price.first.map(isDigit) ?? false) && others.contains(currency)
    }

    /// Currencies whose countries write 1,234 for a thousand, and no comma before decimals (CLDR 47).
    private static let eastAsian: Set<String> = ["CNY", "JPY", "KRW", "TWD"]
    private static let others: Set<String> = ["GBP", "HKD", "INR", "PHP", "THB"]
}
