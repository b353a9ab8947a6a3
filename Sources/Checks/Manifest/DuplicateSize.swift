/// Pictures that have several sizes.
struct DuplicateSize: ManifestRule {
    static let rule = Rule(
        "duplicate-size", .manifest, .error, "a picture has the same size in all its entries",
        explanation: """
            One file has one size, so at least one entry is wrong, and its cell jumps.
            """,
        example: """
            {"w":200,"h":275,"img":"a.jpg","price":"¥169"}
            {"w":100,"h":100,"img":"a.jpg","price":"¥169"}
            """,
        remedy: "Run `weir ingest` again, which measures the picture.")

    init(_ parameters: RuleParameters) {}

    mutating func conclude(_ manifest: inout ManifestFiles, _ findings: inout FindingStore) {
        let document = manifest.document
        for (entry, first) in manifest.repeatedImgs where manifest.differInSize(entry, first) {
            let (width, height) = (document.widths[entry], document.heights[entry])
            findings.add(
                Self.rule, in: document.file(of: entry), manifest.subject(of: entry, field: width == document.widths[first] ? .h : .w),
                """
                the size is \(width)x\(height), and the same picture is \(document.widths[first])x\(document.heights[first]) in \
                \(manifest.location(of: first, seenFrom: entry))
                """)
        }
    }
}

extension ManifestFiles {
    /// Whether two entries with one picture have different sizes. An entry without a size contradicts none.
    func differInSize(_ entry: Int, _ other: Int) -> Bool {
        let sides = [entry, other].map { (document.widths[$0], document.heights[$0]) }
        return sides[0] != sides[1] && sides.allSatisfy { $0.0 > 0 && $0.1 > 0 }
    }
}
