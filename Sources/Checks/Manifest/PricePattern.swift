import WeirRecords

/// Texts that are no prices.
struct PricePattern: ManifestRule {
    static let rule = Rule(
        "price-pattern", .manifest, .warning, "each price has a number, and nothing that a program left there",
        explanation: """
            An export or a template leaves texts such as `NaN`, `null`, `####`, `{price}`, `1.3E+03`, `12,` or `169 \
            169`. Words of any language, and the separators and digits of any country, are allowed.
            """,
        example: #"{"w":200,"h":275,"img":"a.jpg","price":"$NaN"}"#,
        remedy: "Correct the price. If it is intended, set `patterns`, such as `Price on request` or `Free*`.",
        parameters: [
            RuleParameter(
                "patterns", default: .texts([]), form: wholeText, "texts that are prices too; `*` matches any characters, and `?` one")
        ])

    /// In 0.2.0 `#` was a number and `¤` a currency.
    private static let wholeText = RuleParameter.TextForm(requirement: "a whole text without # and ¤; * is any characters") { text in
        !text.contains { "#¤".contains($0) }
    }

    private let patterns: [TextPattern]

    init(_ parameters: RuleParameters) { patterns = parameters.texts("patterns").map { TextPattern($0) } }

    mutating func look(at batch: EntryBatch, _ findings: inout FindingStore) {
        for entry in batch.entries {
            guard let member = batch.member(.price, of: entry), member.kind == .text, member.value.count > 0 else { continue }
            let price = batch.text(member.value)
            // `price-present` reports prices that no manifest can have.
            guard let fault = PriceFault(in: price), TextFault(in: price) == nil else { continue }
            if !patterns.isEmpty {
                let text = String(decoding: price, as: UTF8.self)
                if patterns.contains(where: { $0.matches(text) }) { continue }
            }
            var subject: FindingSubject {
                var subject = batch.subject(entry, valueOf: member)
                subject.cause = fault.rawValue
                return subject
            }
            findings.add(Self.rule, in: batch.file, subject, "the price \(quoted(price)) \(fault.rawValue)")
        }
    }
}
