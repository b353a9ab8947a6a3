import WeirBase

/// Pictures whose files are too large.
struct ByteBudget: ManifestRule {
    static let rule = Rule(
        "byte-budget", .manifest, .info, "no picture has more bytes than the app's budget",
        explanation: """
            Each megabyte in a list costs seconds and data. More than ten times `most` is a warning. Without \
            `--images` the rule reads `bytes` of the entries.
            """,
        example: #"{"w":3000,"h":4125,"img":"a.jpg","price":"¥169","bytes":4803213}"#,
        remedy: "Store a smaller picture for lists, or set `most` to the app's budget.",
        parameters: [RuleParameter("most", default: .number(1_000_000), in: 1 ... .infinity, "the most bytes of a picture")])

    private let most: Double

    init(_ parameters: RuleParameters) { most = parameters.number("most") }

    mutating func conclude(_ manifest: inout ManifestFiles, _ findings: inout FindingStore) {
        guard manifest.measured != nil || manifest.document.has(.bytes) else { return }
        for entry in 0..<manifest.document.count {
            guard let count = manifest.bytes(of: entry), Double(count) > most else { continue }
            var subject: FindingSubject { manifest.subject(of: entry, fact: .bytes) }
            findings.add(
                Self.rule, in: manifest.document.file(of: entry), subject,
                "the picture has \(count) bytes, and \(shortest(most)) is the most", severity: Double(count) >= 10 * most ? .warning : nil)
        }
    }
}
