/// Pages that are copies of other pages.
struct PageCopy: ManifestRule {
    static let rule = Rule(
        "page-copy", .manifest, .error, "no two pages have the same entries",
        explanation: """
            An export that requested a page twice lacks other products.
            """,
        example: "1.json and 2.json with the same 50 pictures",
        remedy: "Export the catalogue again, and run `weir ingest --page-size`.",
        needs: [.index])

    init(_ parameters: RuleParameters) {}

    mutating func conclude(_ manifest: inout ManifestFiles, _ findings: inout FindingStore) {
        let copied = manifest.copiedPages
        for (page, listed) in manifest.pages.enumerated() {
            guard let file = listed.file, let original = copied[file] else { continue }
            findings.add(
                Self.rule, in: 0, manifest.subject(ofPage: page, "file"),
                """
                \(manifest.document.files[file].name) has the same \(manifest.document.entries(of: file).count) pictures as \
                \(manifest.document.files[original].name)
                """)
        }
    }
}
