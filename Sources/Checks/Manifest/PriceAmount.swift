/// A number in a price, and what stands directly behind it.
struct PriceAmount {
    let value: Double
    /// The place behind the number.
    let end: Int
    /// Words for thousands and millions behind numbers; with one of them a number has another value.
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
        end = rest.startIndex
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

    private static let separators = [".", ",", "'", "’", " ", "\u{A0}", "\u{202F}", "\u{2009}", "٫", "٬", "،"]
}
