/// Prices that match none of the forms of prices.
struct PricePattern: ManifestRule {
    static let rule = Rule(
        "price-pattern", .manifest, .warning, "each price has one of the forms that prices have",
        explanation: """
            If a template or a script puts something wrong into a price, customers see it as it is: NaN, null, \
            $undefined, {price}. In a form, # is a number, ¤ the mark of a currency such as ¥, zł or CHF, * any \
            text, a space any number of spaces, and everything else itself. The empty form is that of an empty price.
            """,
        example: #"{"w":200,"h":275,"img":"a.jpg","price":"$NaN"}"#,
        remedy: "Correct the price in the catalogue; or add its form to `patterns`, such as `Price on request` or `# each`.",
        parameters: [
            RuleParameter(
                "patterns", default: .texts(["", "#", "¤ #", "# ¤", "from ¤ #", "from # ¤"]),
                "the forms that prices may have"),
            RuleParameter("decimals", default: .texts([".", ","]), "the characters that may stand before decimals"),
            RuleParameter(
                "groups", default: .texts([",", ".", " ", "'", "’", "\u{A0}", "\u{202F}", "\u{2009}"]),
                "the characters that may stand between groups of digits"),
        ])

    private let forms: [PriceForm]
    /// The form of the last price, which the next one mostly has, too.
    private var last: PriceForm?

    init(_ settings: RuleSettings) {
        let numbers = PriceNumber(decimals: settings.texts("decimals"), groups: settings.texts("groups"))
        forms = settings.texts("patterns").map { PriceForm($0, numbers) }
    }

    mutating func look(at batch: EntryBatch, _ findings: inout FindingCollector) {
        for entry in batch.entries {
            guard let member = batch.member(.price, of: entry), member.kind == .text else { continue }
            let price = batch.text(member.value)
            if last?.fits(price) ?? false { continue }
            if let other = forms.first(where: { $0.fits(price) }) {
                last = other
                continue
            }
            findings.add(batch.subject(entry, valueOf: member), "the price \(quoted(price)) has none of the forms of prices")
        }
    }
}
