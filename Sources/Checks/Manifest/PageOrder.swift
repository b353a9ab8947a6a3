import Manifests

/// Pages whose order, names or lengths would confuse an app.
struct PageOrder: ManifestRule {
    static let rule = Rule(
        "page-order", .manifest, .error,
        "the index lists pages 1, 2, 3, …, all but the last full, and no others exist",
        explanation: """
            Apps that follow the index and apps that count 1, 2, 3 must show the same order. A page outside of the \
            index is left from an earlier manifest.
            """,
        example: #"{"count":100,"pages":[{"file":"2.json",…},{"file":"1.json",…}]}"#,
        remedy: "Run `weir ingest --page-size` again, which removes such pages.",
        needs: [.index])

    init(_ parameters: RuleParameters) {}

    mutating func conclude(_ manifest: inout ManifestFiles, _ findings: inout FindingStore) {
        guard let pages = manifest.index?.pages else { return }
        for (page, listed) in pages.enumerated() {
            let kind = ManifestKind(path: listed.file) ?? ManifestKind(.json)
            let name = PageIndex.fileName(ofPage: page + 1, kind)
            if listed.file != name, listed.file != PageIndex.fileName(ofPage: page + 1, kind, sha256: listed.sha256) {
                findings.add(
                    Self.rule, in: 0, manifest.subject(ofPage: page, "file"),
                    "page \(page + 1) of the index is \(listed.file), and should be \(name)")
            }
            if page + 1 < pages.count, listed.count != pages[0].count {
                findings.add(
                    Self.rule, in: 0, manifest.subject(ofPage: page, "count"),
                    "the page \(listed.file) has \(listed.count) entries, and the first page \(pages[0].count)")
            }
        }
        if let last = pages.last, last.count > pages[0].count {
            findings.add(
                Self.rule, in: 0, manifest.subject(ofPage: pages.count - 1, "count"),
                "the last page \(last.file) has \(last.count) entries, more than the others")
        }
        for name in manifest.strayPages {
            findings.add(
                Self.rule, in: 0, FindingSubject(pointer: "/pages", field: name),
                "the page \(name) lies there, and the index does not list it")
        }
    }
}
