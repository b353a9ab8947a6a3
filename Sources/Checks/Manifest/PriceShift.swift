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

    init(_ parameters: RuleParameters) {}

    mutating func conclude(_ manifest: inout ManifestFiles, _ findings: inout FindingStore) {
        guard let moved = manifest.movedPrices() else { return }
        findings.add(
            Self.rule, in: moved.file, moved.subject,
            """
            prices have moved by one row: \(moved.count) of \(moved.changed) changed prices are those that the entry \
            \(moved.isFromAbove ? "before" : "behind") had in the previous manifest, and this is the first of them
            """)
    }
}

/// The prices that stand one row too high or too low.
struct MovedPrices: Sendable {
    /// The file of the first price that has changed.
    let file: Int
    /// The first price that has changed.
    let subject: FindingSubject
    /// How many prices have changed.
    let changed: Int
    /// Whether they are those of the entry before.
    let isFromAbove: Bool
    /// The entries with the price of the entry before or behind, by file.
    let entries: [Set<Int>]

    var count: Int { entries.reduce(0) { $0 + $1.count } }

    fileprivate static let fewest = 5
}

extension ManifestFiles {
    /// Nil unless nearly all changed prices have moved to the same side.
    func findMovedPrices(_ pairs: PreviousPairs) -> MovedPrices? {
        var changed = 0
        let none: [Set<Int>] = files.map { _ in [] }
        var (above, below) = (none, none)
        var first: (file: Int, entry: Int)?
        for (index, file) in files.enumerated() where file.form != .index {
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
        guard let first, changed >= MovedPrices.fewest, max(fromAbove, fromBelow) * 5 >= changed * 4 else { return nil }
        var subject = subject(of: first.entry, in: first.file, field: .price)
        subject.range = files[first.file].entries.price(of: first.entry).value
        subject.isAboutAllEntries = true
        let isFromAbove = fromAbove > fromBelow
        return MovedPrices(
            file: first.file, subject: subject, changed: changed, isFromAbove: isFromAbove, entries: isFromAbove ? above : below)
    }
}
