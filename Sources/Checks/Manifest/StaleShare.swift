/// Manifests with too many entries whose size could not be confirmed.
struct StaleShare: ManifestRule {
    static let rule = Rule(
        "stale-share", .manifest, .warning, "not too many entries are stale",
        explanation: """
            The last run did not reach the picture of a stale entry: a server is down, or pictures were removed. Needs `status`.
            """,
        example: #"{"w":200,"h":275,"img":"a.jpg","price":"¥169","status":"stale"}"#,
        remedy: "Check the server, and run `weir ingest` again.",
        parameters: [
            RuleParameter("most", default: .number(0.5), in: 0...1, "the largest share of stale entries, from 0 to 1")
        ])

    private let most: Double

    init(_ parameters: RuleParameters) { most = parameters.number("most") }

    mutating func conclude(_ manifest: inout ManifestFiles, _ findings: inout FindingStore) {
        guard let message = manifest.shareMessage(of: "stale", "stale", above: most) else { return }
        findings.add(Self.rule, in: 0, FindingSubject(field: "status"), message)
    }
}
