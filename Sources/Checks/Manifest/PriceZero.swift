import WeirBase

/// Prices of nothing.
struct PriceZero: ManifestRule {
    static let rule = Rule(
        "price-zero", .manifest, .warning, "no price is zero",
        explanation: "Usually the catalogue had no price, and some customers order.",
        example: #"{"w":200,"h":275,"img":"a.jpg","price":"¥0"}"#,
        remedy: "Correct the price or leave it empty. If the shop gives things away, turn the rule off.",
        parameters: [
            RuleParameter("above", default: .number(0), "prices must be higher, in any currency")
        ])

    private let above: Double

    init(_ parameters: RuleParameters) { above = parameters.number("above") }

    mutating func look(at batch: EntryBatch, _ findings: inout FindingStore) {
        for entry in batch.entries {
            guard let member = batch.member(.price, of: entry), member.kind == .text else { continue }
            let price = batch.text(member.value)
            // A number that begins with 1 to 9 is not zero; nearly all do.
            if above == 0, let digit = price.first(where: { $0 &- UInt8(ascii: "0") < 10 }), digit != UInt8(ascii: "0") { continue }
            guard let amount = amount(price), amount.value <= above else { continue }
            let limit = above == 0 ? "is zero" : "is not more than \(shortest(above))"
            findings.add(Self.rule, in: batch.file, batch.subject(entry, valueOf: member), "the price \(quoted(price)) \(limit)")
        }
    }

    private func amount(_ price: UnsafeBufferPointer<UInt8>) -> PriceAmount? {
        if let amount = PriceAmount(price[...]) { return amount }
        guard price.contains(where: { $0 >= 0x80 }) else { return nil }
        return plainPrice(price).withUnsafeBufferPointer { PriceAmount($0[...]) }
    }
}
