/// Prices in several currencies in one manifest.
struct OneCurrency: ManifestRule {
    static let rule = Rule(
        "one-currency", .manifest, .warning, "all prices of a manifest are in one currency",
        explanation: """
            A few prices in another currency come from another country's catalogue.
            """,
        example: """
            {"w":200,"h":275,"img":"a.jpg","price":"€12,50"}
            {"w":200,"h":275,"img":"b.jpg","price":"$12.50"}
            """,
        remedy: "Correct the catalogue. If the shop has several currencies, turn the rule off.")

    private var tally = KindTally<Currency>()

    init(_ parameters: RuleParameters) {}

    mutating func look(at batch: EntryBatch, _ findings: inout FindingStore) {
        for entry in batch.entries {
            guard let member = batch.member(.price, of: entry), member.kind == .text,
                let currency = Currency(of: batch.text(member.value))
            else { continue }
            if tally.addIfKnown(where: { $0 == currency }) { continue }
            tally.add(in: batch.file, currency, batch.subject(entry, valueOf: member))
        }
    }

    mutating func conclude(_ manifest: inout ManifestFiles, _ findings: inout FindingStore) {
        guard let mostCommon = tally.mostCommon else { return }
        for other in tally.seen where other.kind != mostCommon.kind {
            findings.add(
                Self.rule, in: other.file, other.first,
                """
                \(other.share(of: tally.count, "prices")) in \(other.kind.name), and \(mostCommon.count) in \(mostCommon.kind.name)
                """)
        }
    }
}
