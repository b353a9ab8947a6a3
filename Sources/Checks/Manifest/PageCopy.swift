/// Pages that are copies of other pages.
struct PageCopy: ManifestRule {
    static let rule = Rule(
        "page-copy", .manifest, .error, "no page has the entries of another page",
        explanation: """
            A page with the entries of another page, in the same order, mostly comes from an export that asked for one page \
            twice. The products that belong there are missing, and people see the others again when they scroll.
            """,
        example: "1.json and 2.json with the same 50 pictures",
        remedy: "Export the catalogue again, and make the folder with `weir ingest --page-size`.",
        needs: [.index])

    init(_ settings: RuleSettings) {}

    mutating func conclude(_ manifest: inout ManifestFiles, _ findings: inout FindingCollector) {
        let copied = manifest.copiedPages
        for (page, listed) in manifest.pageFiles.enumerated() {
            guard let file = listed.file, let original = copied[file] else { continue }
            findings.add(
                to: 0, manifest.subject(ofPage: page, "file"),
                "\(manifest.files[file].name) has the same \(manifest.files[file].entries.count) pictures as \(manifest.files[original].name)")
        }
    }
}
