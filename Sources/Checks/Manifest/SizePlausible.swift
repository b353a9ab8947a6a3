import WeirBase

/// Sizes that are improbable for a product's picture.
struct SizePlausible: ManifestRule {
    static let rule = Rule(
        "size-plausible", .manifest, .warning, "a picture has a size that suits a product",
        explanation: """
            A picture of 2x2 is a tracking pixel or a failed upload. A huge one fills a phone's memory; a very long \
            one becomes a stripe.
            """,
        example: #"{"w":1,"h":1,"img":"a.gif","price":"¥169"}"#,
        remedy: "If the size is right, ignore the finding or raise the limit.",
        parameters: [
            RuleParameter("min-side", default: .number(Double(leastSide)), in: 1 ... .infinity, "the shortest longer side, in pixels"),
            RuleParameter(
                "max-side", default: .number(20000), in: 1 ... .infinity, "the longest side, in pixels"),
            RuleParameter(
                "max-ratio", default: .number(20), in: 1 ... .infinity,
                "the largest ratio of the longer side to the shorter"),
        ])
    static let looksAtImages = true

    /// The longer side of the smallest picture of a product, unless the configuration has another.
    static let leastSide: Int32 = 8

    private let minSide: Double
    private let maxSide: Double
    private let maxRatio: Double

    init(_ parameters: RuleParameters) {
        minSide = parameters.number("min-side")
        maxSide = parameters.number("max-side")
        maxRatio = parameters.number("max-ratio")
    }

    mutating func look(at batch: EntryBatch, _ findings: inout FindingStore) {
        for entry in batch.entries where entry.width > 0 && entry.height > 0 {
            let (width, height) = (Double(entry.width), Double(entry.height))
            let (longer, shorter) = (max(width, height), min(width, height))
            guard longer < minSide || longer > maxSide || longer > maxRatio * shorter else { continue }
            let key: EntryKey = width >= height ? .w : .h
            guard let member = batch.member(key, of: entry) else { continue }
            findings.add(Self.rule, in: batch.file, batch.subject(entry, valueOf: member), message(entry, key))
        }
    }

    private func message(_ entry: EntryBatch.Entry, _ key: EntryKey) -> String {
        let size = "the size is \(entry.width)x\(entry.height)"
        let longer = Double(max(entry.width, entry.height))
        if longer <= 1 { return "\(size), a single pixel" }
        if longer < minSide { return "\(size), and the longer side of a product's picture has at least \(shortest(minSide)) pixels" }
        if longer > maxSide { return "\(size), and \(key.text) is more than \(shortest(maxSide))" }
        return "\(size), and \(key.text) is more than \(shortest(maxRatio)) times the other side"
    }
}
