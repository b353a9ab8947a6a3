/// Manifests with too many placeholders.
struct PlaceholderShare: ManifestRule {
    static let rule = Rule(
        "placeholder-share", .manifest, .error, "not too many entries are placeholders",
        explanation: """
            A placeholder has not the picture's size, so its cell jumps. Many mean that a server was down. Needs \
            `status`.
            """,
        example: #"{"w":300,"h":300,"img":"lost.jpg","price":"¥169","status":"placeholder"}"#,
        remedy: "Run `weir ingest --retry-failed`, and read the failures in its `--report`.",
        parameters: [
            RuleParameter("most", default: .number(0.2), in: 0...1, """
                the largest share of placeholders, from 0 to 1
                """)
        ])

    private let most: Double

    init(_ parameters: RuleParameters) { most = parameters.number("most") }

    mutating func conclude(_ manifest: inout ManifestFiles, _ findings: inout FindingCollector) {
        guard let message = manifest.shareMessage(of: .placeholder, "placeholders", above: most) else { return }
        findings.add(to: 0, FindingSubject(field: "status"), message)
    }
}

extension ManifestFiles {
    /// The message about a share of entries with this state above `most`; nil if it is not above.
    func shareMessage(of state: EntryState, _ name: String, above most: Double) -> String? {
        let (count, all) = (files.reduce(0) { sum, file in sum + file.entries.states.count { $0 == state } }, entryCount)
        guard Double(count) > most * Double(all) else { return nil }
        return "\(count) of \(all) entries are \(name) (\(percent(Double(count) / Double(all)))), more than \(percent(most))"
    }
}
