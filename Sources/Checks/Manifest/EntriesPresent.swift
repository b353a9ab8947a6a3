/// Manifests without entries.
struct EntriesPresent: ManifestRule {
    static let rule = Rule(
        "entries-present", .manifest, .error, "the manifest has at least one entry",
        explanation: """
            Usually the export failed after its header.
            """,
        example: "[]",
        remedy: "Export the catalogue again. If a shop may be empty, turn the rule off.")

    init(_ parameters: RuleParameters) {}

    mutating func conclude(_ manifest: inout ManifestFiles, _ findings: inout FindingStore) {
        guard manifest.document.count == 0, !manifest.hasFaults, manifest.hasAllPages else { return }
        findings.add(Self.rule, in: 0, FindingSubject(), "the manifest has no entries")
    }
}
