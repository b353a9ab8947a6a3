import Manifests

/// Manifests whose pictures have become much smaller.
struct SizeDrop: ManifestRule {
    static let rule = Rule(
        "size-drop", .manifest, .warning, "most pictures are not much smaller than in the previous manifest",
        explanation: """
            If most pictures have half of their width and height, or less, thumbnails were published for originals. Needs \
            `--previous`.
            """,
        example: "a manifest of which each picture was about 900x1200 and is 90x120",
        remedy: "Name the originals in the catalogue. If the pictures were scaled down on purpose, ignore the finding.",
        needs: [.previous])

    private static let fewest = 5

    init(_ parameters: RuleParameters) {}

    mutating func conclude(_ manifest: inout ManifestFiles, _ findings: inout FindingStore) {
        guard let pairs = manifest.previousPairs, let previous = manifest.previous else { return }
        let document = manifest.document
        var (smaller, compared) = (0, 0)
        var first: (entry: Int, old: Int)?
        for entry in 0..<document.count {
            guard let old = pairs.previous(of: entry), document.widths[entry] > 0, document.heights[entry] > 0,
                !document.isPlaceholder(entry), !previous.isPlaceholder(old)
            else { continue }
            compared += 1
            guard document.widths[entry] <= previous.widths[old] / 2, document.heights[entry] <= previous.heights[old] / 2 else { continue }
            smaller += 1
            first = first ?? (entry, old)
        }
        guard let (entry, old) = first, smaller >= Self.fewest, smaller * 2 > compared else { return }
        var subject = manifest.subject(of: entry, field: .w)
        subject.isAboutAllEntries = true
        findings.add(
            Self.rule, in: document.file(of: entry), subject,
            """
            \(smaller) of \(compared) pictures have at most half the width and height that they had in the previous manifest; the \
            first is \(document.widths[entry])x\(document.heights[entry]) and was \(previous.widths[old])x\(previous.heights[old])
            """)
    }
}
