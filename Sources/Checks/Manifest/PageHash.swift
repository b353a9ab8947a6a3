/// Pages whose SHA-256 differs from the index.
struct PageHash: ManifestRule {
    static let rule = Rule(
        "page-hash", .manifest, .error, "each page has the SHA-256 that the index lists",
        explanation: """
            An app loads a page again only if its hash in the index changes. If only the page changes, some phones \
            show the old one.
            """,
        example: #"{"file":"2.json","count":50,"sha256":"ba7816bf…"}, and 2.json was edited afterwards"#,
        remedy: "Run `weir ingest` again, and publish its folder. With `--page-names hash` pages never change.",
        needs: [.index])

    init(_ parameters: RuleParameters) {}

    mutating func conclude(_ manifest: inout ManifestFiles, _ findings: inout FindingStore) {
        for (page, listed) in (manifest.index?.pages ?? []).enumerated() {
            let found = manifest.pages[page]
            guard found.file != nil, found.sha256 != listed.sha256 else { continue }
            findings.add(
                Self.rule, in: 0, manifest.subject(ofPage: page, "sha256"),
                """
                the page \(listed.file) has the SHA-256 \(found.sha256.prefix(12))…, \
                and the index lists \(listed.sha256.prefix(12))…: it is of another manifest
                """)
        }
    }
}
