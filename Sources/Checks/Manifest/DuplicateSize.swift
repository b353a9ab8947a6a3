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
        for (file, repetitions) in manifest.repeatedImgs().enumerated() {
            for repeated in repetitions where manifest.differsInSize(repeated, in: file) {
                let (own, other) = manifest.sizes(of: repeated, in: file)
                findings.add(
                    Self.rule, in: file, manifest.subject(of: repeated.entry, in: file, field: own.w == other.w ? .h : .w),
                    """
                    the size is \(own.w)x\(own.h), and the same picture is \(other.w)x\(other.h) in \
                    \(manifest.location(of: repeated.first, seenFrom: file))
                    """)
            }
        }
    }
}

extension ManifestFiles {
    /// Whether two entries with one picture have different sizes. An entry without a size contradicts none.
    func differsInSize(_ repeated: FirstSeenIndex.Repetition, in file: Int) -> Bool {
        let (own, other) = sizes(of: repeated, in: file)
        return own != other && own.w > 0 && own.h > 0 && other.w > 0 && other.h > 0
    }

    fileprivate func sizes(of repeated: FirstSeenIndex.Repetition, in file: Int) -> (own: Size, other: Size) {
        func size(of entry: Int, in file: Int) -> Size { (files[file].entries.widths[entry], files[file].entries.heights[entry]) }
        return (size(of: repeated.entry, in: file), size(of: repeated.first.entry, in: repeated.first.file))
    }

    fileprivate typealias Size = (w: Int32, h: Int32)
}
