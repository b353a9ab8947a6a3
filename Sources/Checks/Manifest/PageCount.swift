import WeirRecords

/// Pages that are missing, or whose number of entries differs from the index.
struct PageCount: ManifestRule {
    static let rule = Rule(
        "page-count", .manifest, .error, "each page exists and has as many entries as the index lists",
        explanation: """
            With a wrong number an app requests pages without end, or stops too early.
            """,
        example: #"{"file":"2.json","count":50,"sha256":"…"}, and 2.json has 49 entries"#,
        remedy: "Copy the folder whole, the index last, or run `weir ingest --page-size` again.",
        needs: [.index])

    init(_ parameters: RuleParameters) {}

    mutating func conclude(_ manifest: inout ManifestFiles, _ findings: inout FindingStore) {
        for (page, listed) in (manifest.index?.pages ?? []).enumerated() {
            guard let file = manifest.pages[page].file else {
                findings.add(Self.rule, in: 0, manifest.subject(ofPage: page, "file"), "the page \(listed.file) is missing")
                continue
            }
            let count = manifest.document.entries(of: file).count
            guard count != listed.count else { continue }
            findings.add(
                Self.rule, in: 0, manifest.subject(ofPage: page, "count"),
                "the page \(listed.file) has \(count) entries, and the index lists \(listed.count)")
        }
    }
}

extension ManifestFiles {
    /// The subject of a finding about a page; its range is the page's name in the index.
    func subject(ofPage page: Int, _ key: String) -> FindingSubject {
        let name = index.map { Array("\"\($0.pages[page].file)\"".utf8) } ?? []
        let range = document.files[0].bytes.firstRange(of: name).map { TextRange($0.lowerBound, count: name.count) }
        return FindingSubject(range: range, pointer: "/pages/\(page)/\(key)", field: index?.pages[page].file)
    }
}
