import Manifests
import WeirBase

/// Prices that stand one row too high or too low.
struct PriceShift: ManifestRule {
    static let rule = Rule(
        "price-shift", .manifest, .error, "prices have not moved to the next row since the previous manifest",
        explanation: """
            If a column was sorted alone, each product has another product's price, or another picture. Needs `--previous`, and five \
            prices that changed.
            """,
        example: "prices that were ¥10, ¥20, ¥30 and are ¥20, ¥30, ¥40",
        remedy: "Export the catalogue again, and check how products and prices are joined.",
        needs: [.previous])

    init(_ parameters: RuleParameters) {}

    mutating func conclude(_ manifest: inout ManifestFiles, _ findings: inout FindingStore) {
        guard let moved = manifest.movedPrices else { return }
        var subject = moved.subject
        // Prices alone move no frame.
        subject.hasConsequences = moved.haveSizes
        let fault = moved.haveSizes ? "pictures have moved by one row, away from their prices and sizes" : "prices have moved by one row"
        findings.add(
            Self.rule, in: moved.file, subject,
            """
            \(fault): \(moved.entries.count) of \(moved.changed) changed prices are those that the entry \
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
    /// Whether most sizes have moved with the prices.
    let haveSizes: Bool
    /// Whether they are those of the entry before.
    let isFromAbove: Bool
    /// The entries with the price of the entry before or behind.
    let entries: Set<Int>

    fileprivate static let fewest = 5
}

extension ManifestFiles {
    /// Nil unless nearly all changed prices have moved to the same side.
    func findMovedPrices(_ pairs: EntryPairs) -> MovedPrices? {
        guard let previous else { return nil }
        var changed = 0
        var (above, below): (Set<Int>, Set<Int>) = ([], [])
        var first: Int?
        for entry in 0..<document.count {
            guard let old = pairs.previous(of: entry), !document.price(of: entry, equals: old, in: previous) else { continue }
            changed += 1
            first = first ?? entry
            // The rows of a page are those of one table.
            let page = document.entries(of: document.file(of: entry))
            func hasPrice(of neighbour: Int) -> Bool {
                guard page.contains(neighbour), let other = pairs.previous(of: neighbour) else { return false }
                return document.price(of: entry, equals: other, in: previous)
            }
            if hasPrice(of: entry - 1) { above.insert(entry) }
            if hasPrice(of: entry + 1) { below.insert(entry) }
        }
        guard let first, changed >= MovedPrices.fewest, max(above.count, below.count) * 5 >= changed * 4 else { return nil }
        var subject = subject(ofPrice: first)
        subject.isAboutAllEntries = true
        let isFromAbove = above.count > below.count
        let moved = isFromAbove ? above : below
        let withSizes = moved.count { entry in
            guard let old = pairs.previous(of: entry), let other = pairs.previous(of: isFromAbove ? entry - 1 : entry + 1) else {
                return false
            }
            let sizes = (document.widths[entry], document.heights[entry])
            return sizes != (previous.widths[old], previous.heights[old]) && sizes == (previous.widths[other], previous.heights[other])
        }
        return MovedPrices(
            file: document.file(of: first), subject: subject, changed: changed, haveSizes: withSizes * 2 > moved.count,
            isFromAbove: isFromAbove, entries: moved)
    }
}
