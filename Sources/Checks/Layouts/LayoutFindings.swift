import Layouts

/// The findings of one rule about one layout on one screen.
struct LayoutFindings: Sendable {
    let rule: Rule
    private(set) var found: [LayoutFinding] = []
    /// The items of findings that are not kept.
    private(set) var others = ItemSet()
    /// The number of other findings that are not kept.
    private(set) var more = 0
    private let limit: Int
    private let silence: Silence.ItemLookup?

    /// `silence` is nil if no finding can be silent.
    init(limit: Int, _ rule: Rule, _ silence: Silence.ItemLookup? = nil) {
        self.limit = limit
        self.rule = rule
        self.silence = silence
    }

    /// Formats no message for a silent finding, since a baseline may have one for every picture.
    mutating func add(_ item: Int?, _ message: @autoclosure () -> String) {
        guard silence?(rule, item) == nil else { return }
        if found.count < limit {
            found.append(LayoutFinding(item: item, message: message()))
        } else if let item {
            others.insert(item)
        } else {
            more += 1
        }
    }

    /// Adds the violations of an invariant.
    mutating func add(_ invariant: Invariant, of report: InvariantReport) {
        let listed = report.violations.filter { $0.invariant == invariant }
        for violation in listed { add(violation.items.first, violation.message) }
        more += (report.counts[invariant] ?? 0) - listed.count
    }
}

/// A finding about an item, or about the whole layout if the item is nil.
struct LayoutFinding: Equatable, Sendable {
    let item: Int?
    let message: String
}
