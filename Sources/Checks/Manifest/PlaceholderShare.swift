/// Too many entries whose size is not their picture's.
struct PlaceholderShare: ManifestRule {
    static let rule = Rule(
        "placeholder-share", .manifest, .error, "not too many entries are placeholders",
        explanation: """
            The size of a placeholder is made up, so a cell jumps or stays wrong when its picture arrives. A few are \
            pictures that are gone; many are a server that was down while the manifest was made. Only a manifest that \
            was made with `--with status` tells them apart.
            """,
        example: #"{"w":300,"h":300,"img":"lost.jpg","price":"¥169","status":"placeholder"}"#,
        remedy: "Run `weir ingest --retry-failed`, and look at the failures in its `--report`.",
        parameters: [
            RuleParameter("most", standard: .number(0.2), "the share of the entries that may be placeholders, from 0 to 1")
        ])

    private let most: Double

    init(_ settings: RuleSettings) { most = settings.number("most") }

    mutating func conclude(_ manifest: inout ManifestFiles, _ findings: inout FindingCollector) {
        guard let (count, all) = manifest.count(of: .placeholder, ifAbove: most) else { return }
        findings.add(
            to: 0, FindingCollector.Spot(field: "status"),
            """
            \(count) of \(all) entries are placeholders (\(percent(Double(count) / Double(all)))), \
            more than \(percent(most))
            """)
    }
}

extension ManifestFiles {
    /// How many entries are in a state, and how many there are; nil where that share is no larger.
    func count(of state: EntryState, ifAbove share: Double) -> (Int, of: Int)? {
        let count = files.reduce(0) { sum, file in sum + file.entries.states.count { $0 == state } }
        return Double(count) > share * Double(entryCount) ? (count, of: entryCount) : nil
    }
}
