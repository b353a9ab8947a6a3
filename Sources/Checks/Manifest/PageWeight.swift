import WeirBase

/// Pages whose pictures are far heavier than those of the other pages.
struct PageWeight: ManifestRule {
    static let rule = Rule(
        "page-weight", .manifest, .info, "no page is much heavier than the others",
        explanation: """
            Scrolling stops at a page of much larger pictures. The rule compares bytes, or pixels if an entry has no \
            bytes. Needs three pages.
            """,
        example: "five pages of 50 pictures with 4 MB each, and one with 30 MB",
        remedy: "Look for originals among its pictures, or raise `times`.",
        needs: [.index],
        parameters: [
            RuleParameter(
                "times", default: .number(3), in: 1 ... .infinity,
                "how many times as heavy as the median page a page may be")
        ])

    private let times: Double

    init(_ parameters: RuleParameters) { times = parameters.number("times") }

    mutating func conclude(_ manifest: inout ManifestFiles, _ findings: inout FindingStore) {
        let pages = manifest.pages.enumerated().compactMap { page, file in file.file.map { (page, $0) } }
        guard pages.count >= 3 else { return }
        let bytes = pages.compactMap { manifest.sumOfBytes(in: $0.1) }
        let isInBytes = bytes.count == pages.count
        let weights = isInBytes ? bytes.map(Double.init) : pages.map { manifest.sumOfPixels(in: $0.1) }
        let middle = weights.sorted()[(weights.count - 1) / 2]
        for ((page, file), weight) in zip(pages, weights) where middle > 0 && weight > times * middle {
            findings.add(
                Self.rule, in: 0, manifest.subject(ofPage: page, "file"),
                """
                the pictures of \(manifest.document.files[file].name) have \(shortest(weight)) \(isInBytes ? "bytes" : "pixels") together, \
                \(hundredths(weight / middle)) times as many as those of the page in the middle; \
                \(shortest(times)) times is the most
                """)
        }
    }
}

extension ManifestFiles {
    /// Nil if the number of an entry's bytes is unknown.
    fileprivate func sumOfBytes(in file: Int) -> Int? {
        var sum = 0
        for entry in document.entries(of: file) {
            guard let count = bytes(of: entry) else { return nil }
            let (next, isTooLarge) = sum.addingReportingOverflow(count)
            guard !isTooLarge else { return nil }
            sum = next
        }
        return sum
    }

    fileprivate func sumOfPixels(in file: Int) -> Double {
        document.entries(of: file).reduce(0) { $0 + Double(document.widths[$1]) * Double(document.heights[$1]) }
    }
}
