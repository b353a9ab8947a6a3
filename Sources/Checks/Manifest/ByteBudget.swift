import Base

/// Pictures whose files are too large.
struct ByteBudget: ManifestRule {
    static let rule = Rule(
        "byte-budget", .manifest, .info, "no picture has more bytes than the app's budget",
        explanation: """
            A list shows dozens of pictures at once, so one of several megabytes is seconds of waiting and a part of \
            somebody's data plan. Mostly it is the photographer's original. The rule looks at `bytes`; entries without it \
            (`weir ingest --with bytes` writes it) have no finding.
            """,
        example: #"{"w":3000,"h":4125,"img":"a.jpg","price":"¥169","bytes":4803213}"#,
        remedy: "Store a smaller or better compressed picture for lists, or set `most` to the budget of the app.",
        parameters: [RuleParameter("most", default: .number(1_000_000), in: 1 ... .infinity, "the most bytes of a picture")])

    private let most: Double

    init(_ settings: RuleSettings) { most = settings.number("most") }

    mutating func look(at batch: EntryBatch, _ findings: inout FindingCollector) {
        for entry in batch.entries where entry.hasFacts {
            guard let member = batch.member(.bytes, of: entry), member.kind == .number else { continue }
            let digits = batch.text(member.value)
            guard let count = Int(String(decoding: digits, as: UTF8.self)), Double(count) > most else { continue }
            findings.add(
                batch.subject(entry, valueOf: member), "the picture has \(count) bytes, and \(shortest(most)) is the most")
        }
    }
}
