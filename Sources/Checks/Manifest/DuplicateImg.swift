/// Pictures that several entries of a manifest have.
struct DuplicateImg: ManifestRule {
    static let rule = Rule(
        "duplicate-img", .manifest, .warning, "no picture stands in a manifest twice",
        explanation: """
            A picture that stands twice is mostly a row that was exported twice. Entries are found again by img, so in a \
            refresh two entries with the same one cannot be told apart. All pages of a manifest are looked at together. If the \
            sizes differ, too, `duplicate-size` tells it.
            """,
        example: """
            {"w":200,"h":275,"img":"a.jpg","price":"¥169"}
            {"w":200,"h":275,"img":"a.jpg","price":"¥169"}
            """,
        remedy: "Remove the row from the catalogue. If two products share a picture, ignore the finding for this img.")

    init(_ settings: RuleSettings) {}

    mutating func conclude(_ manifest: inout ManifestFiles, _ findings: inout FindingCollector) {
        for (file, repetitions) in manifest.repeatedImgs().enumerated() {
            for repeated in repetitions where !manifest.differsInSize(repeated, in: file) {
                findings.add(
                    to: file, manifest.subject(of: repeated.entry, in: file, field: .img),
                    "the picture stands already in \(manifest.placeText(of: repeated.first, seenFrom: file))")
            }
        }
    }
}
