/// Manifests without entries.
struct EntriesPresent: ManifestRule {
    static let rule = Rule(
        "entries-present", .manifest, .error, "the manifest has at least one entry",
        explanation: """
            A manifest without entries is a whole file, and an app that loads it shows an empty shop. It mostly comes \
            from a catalogue whose export failed behind its header. All pages of a manifest are looked at together. A \
            manifest that cannot be read has a finding of `parses` instead, and a page that is missing one of `page-count`.
            """,
        example: "[]",
        remedy: """
            Export the catalogue again, and run `weir ingest` without `--max-removed 100%`. If a shop may be empty, turn the \
            rule off.
            """)

    init(_ settings: RuleSettings) {}

    mutating func conclude(_ manifest: inout ManifestFiles, _ findings: inout FindingCollector) {
        guard manifest.entryCount == 0, !manifest.hasFaults, manifest.hasAllPages else { return }
        findings.add(to: 0, FindingSubject(), "the manifest has no entries")
    }
}
