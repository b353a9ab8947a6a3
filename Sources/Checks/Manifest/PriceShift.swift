import WeirBase

/// Prices that stand one row too high or too low.
struct PriceShift: ManifestRule {
    static let rule = Rule(
        "price-shift", .manifest, .error, "prices have not moved to the next row since the previous manifest",
        explanation: """
            If a column was sorted alone, each product has another product's price. Needs `--previous`, and five \
            prices that changed.
            """,
        example: "prices that were ¥10, ¥20, ¥30 and are ¥20, ¥30, ¥40",
        remedy: "Export the catalogue again, and check how products and prices are joined.",
        needs: [.previous])

    private static let fewest = 5

    init(_ parameters: RuleParameters) {}

    mutating func conclude(_ manifest: inout ManifestFiles, _ findings: inout FindingCollector) {
        guard let pairs = manifest.previousPairs() else { return }
        var changed = 0
        // The entries with the price of the one before, and of the one behind, by file.
        let none: [Set<Int>] = manifest.files.map { _ in [] }
        var (above, below) = (none, none)
        var first: (file: Int, entry: Int)?
        for (index, file) in manifest.files.enumerated() where file.form != .index {
            file.withTexts { texts in
                let entries = (0..<file.entries.count).map { entry -> (old: [UInt8], new: UnsafeBufferPointer<UInt8>)? in
                    guard let old = pairs.old(of: entry, in: index) else { return nil }
                    let previous = pairs.previous[old.file]
                    let price = previous.entries.price(of: old.entry).text
                    return (previous.withTexts { Array($0[price]) }, texts[file.entries.price(of: entry).text])
                }
                for (entry, pair) in entries.enumerated() {
                    guard let pair, !pair.new.elementsEqual(pair.old) else { continue }
                    changed += 1
                    first = first ?? (index, entry)
                    if entry > 0, let other = entries[entry - 1], pair.new.elementsEqual(other.old) { above[index].insert(entry) }
                    if entry + 1 < entries.count, let other = entries[entry + 1], pair.new.elementsEqual(other.old) {
                        below[index].insert(entry)
                    }
                }
            }
        }
        let (fromAbove, fromBelow) = (above.reduce(0) { $0 + $1.count }, below.reduce(0) { $0 + $1.count })
        let (isFromAbove, moved) = (fromAbove > fromBelow, max(fromAbove, fromBelow))
        guard let first, changed >= Self.fewest, moved * 5 >= changed * 4 else { return }
        var subject = manifest.subject(of: first.entry, in: first.file, field: .price)
        subject.range = manifest.files[first.file].entries.price(of: first.entry).value
        subject.isAboutAllEntries = true
        // If the shift is ignored, `price-jump` finds its jumps.
        guard !findings.isSilent(in: first.file, subject) else { return }
        manifest.movedPrices = isFromAbove ? above : below
        findings.add(
            unsilenced: subject,
            """
            prices have moved by one row: \(moved) of \(changed) changed prices are those that the entry \
            \(isFromAbove ? "before" : "behind") had in the previous manifest, and this is the first of them
            """, to: first.file)
    }
}
