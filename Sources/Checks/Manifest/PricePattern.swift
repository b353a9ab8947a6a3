import Records

/// Texts that are no prices.
struct PricePattern: ManifestRule {
    static let rule = Rule(
        "price-pattern", .manifest, .warning, "each price is a number with a currency",
        explanation: """
            Customers see what a script left in a price: NaN, null, {price}, #REF!, 1.3E+03 or 169 169. A price is a number, \
            or a short text in any language that has a number with a currency. In `patterns`, # is a number, ¤ a currency, * \
            any text, and a space any number of spaces.
            """,
        example: #"{"w":200,"h":275,"img":"a.jpg","price":"$NaN"}"#,
        remedy: """
            Correct the price in the catalogue, or add its form to `patterns`, such as `Price on request` or `# pieces`.
            """,
        parameters: [
            RuleParameter("patterns", default: .texts([]), "further forms that prices may have"),
            RuleParameter(
                "only", default: .texts([]),
                "if not empty, the only forms that prices may have; an empty form allows empty prices"),
            RuleParameter(
                "decimals", default: .texts([".", ",", "٫"]), form: PriceNumber.separatorForm,
                "the characters that may stand before decimals; without the comma, `$1,23` is a finding"),
            RuleParameter(
                "groups", default: .texts([",", ".", " ", "'", "’", "\u{A0}", "\u{202F}", "\u{2009}", "٬", "،"]),
                form: PriceNumber.separatorForm,
                "the characters that may stand between groups of digits"),
        ])

    private let forms: [PriceForm]
    private let isStrict: Bool
    private let numbers: PriceNumber
    /// Whether no form has a digit of its own.
    private let areDigitsAlike: Bool
    private var last: JudgedPrice?

    init(_ settings: RuleSettings) {
        let numbers = PriceNumber(decimals: settings.texts("decimals"), groups: settings.texts("groups"))
        let only = settings.texts("only")
        isStrict = !only.isEmpty
        let forms = isStrict ? only : Self.usual + settings.texts("patterns")
        self.forms = forms.map { PriceForm($0, numbers) }
        self.numbers = numbers
        areDigitsAlike = !forms.contains { $0.utf8.contains(where: isDigit) }
    }

    mutating func look(at batch: EntryBatch, _ findings: inout FindingCollector) {
        for entry in batch.entries {
            guard let member = batch.member(.price, of: entry), member.kind == .text else { continue }
            let price = batch.text(member.value)
            // `price-present` tells prices that no manifest can have.
            if isPrice(price) || TextFault(in: price) != nil { continue }
            let fault = isStrict ? nil : DoubtfulNumber.fault(in: price)
            findings.add(
                batch.subject(entry, valueOf: member),
                "the price \(quoted(price)) \(fault ?? "is not a number with a currency, and has no form of `patterns`")")
        }
    }

    private mutating func isPrice(_ price: UnsafeBufferPointer<UInt8>) -> Bool {
        if let verdict = last?.verdict(on: price) { return verdict }
        let isPrice = hasForm(price) || price.contains { $0 >= 0x80 } && plainPrice(price).withUnsafeBufferPointer { hasForm($0) }
        last = JudgedPrice(price, isPrice: isPrice, areDigitsAlike: areDigitsAlike)
        return isPrice
    }

    private func hasForm(_ price: UnsafeBufferPointer<UInt8>) -> Bool {
        if forms.contains(where: { $0.fits(price) }) { return isStrict || DoubtfulNumber.fault(in: price) == nil }
        return !isStrict && WrittenPrice(price, numbers)?.isPrice == true && DoubtfulNumber.fault(in: price) == nil
    }

    /// The most common forms, and those of numbers without a currency.
    static let usual = [
        "", "#", "¤ #", "# ¤", "#€#", "#$#", "# - #", "# – #", "# — #", "# ~ #", "# ～ #", "# 〜 #", "from #", "From #", "ab #",
        "Ab #", "da #", "Da #", "desde #", "Desde #", "dès #", "Dès #", "à partir de #", "À partir de #", "vanaf #", "Vanaf #",
        "från #", "Från #", "fra #", "Fra #", "od #", "Od #", "от #", "От #", "从#", "约 #", "約 #", "税込 #", "# 起", "#~", "#+",
        "# 万", "# 萬", "#/-", "#p", "#c", "#k", "#K", "# tr", "# Mio. ¤", "# Mrd. ¤", "# mln ¤", "# tis. ¤", "# тыс. ¤",
        "# млн ¤", "# triệu ¤",
    ]
}
