import Layouts

/// A rule about the frames of one layout on one screen. There are three kinds.
protocol LayoutRule {
    static var rule: Rule { get }
}

/// A rule that an invariant of `Layouts` holds. `InvariantCheck` checks it.
protocol InvariantRule: LayoutRule {
    static var invariant: Invariant { get }
}

/// A rule about single frames, which it gets in item order.
protocol CellRule: LayoutRule {
    /// Returns nil if the rule does not apply to the layout.
    init?(_ layoutCase: LayoutCase, _ parameters: RuleParameters)
    func look(at items: Range<Int>, _ frames: [Rect], _ findings: inout LayoutFindings)
}

/// A rule about a layout as a whole, or about an operation on it.
protocol CaseRule: LayoutRule {
    static func check(_ layoutCase: LayoutCase, _ parameters: RuleParameters, _ findings: inout LayoutFindings)
}

/// All rules about frames, and how they are checked.
package enum LayoutRules {
    /// In the order in which they are listed. A new rule is a file and a row here.
    static var types: [any LayoutRule.Type] {
        [
            FrameCoverage.self, Rotation.self, PreviousFrames.self, RefreshOrder.self, RefreshShift.self, PlaceholderFrames.self,
            ShiftScoreLimit.self, AspectBounds.self, TallerThanScreen.self, PixelBudget.self, SafeAreaSides.self,
            ColumnBalance.self, DeadSpace.self, ExactFitTrap.self, CarouselReachable.self, CarouselScale.self,
            CarouselRows.self, CarouselJump.self, ColumnTiesFinding.self,
        ]
    }

    package static let all: [Rule] = types.map { $0.rule }

    /// The rules of earlier versions that no manifest and no app could violate, only weir itself.
    package static let retired = [
        "frame-count", "frame-finite", "frame-bounds", "frame-columns", "frame-overlap", "frame-gap", "frame-shortest", "frame-aspect",
        "frame-balance", "frame-query", "load-more",
    ]

    package static let retirement = "this rule is gone, since no manifest can break it; take it out"

    /// Checks the rules that have parameters; the others are off. `limit` findings of each rule are kept. One pass
    /// over the frames serves all rules about invariants and cells.
    static func check(
        _ layoutCase: LayoutCase, limit: Int = FindingCollector.defaultLimit, silence: Silence.ItemLookup? = nil,
        parameters: (Rule) -> RuleParameters?
    ) -> [LayoutFindings] {
        var active = types.compactMap { type -> ActiveRule? in
            let rule = type.rule
            guard let parameters = parameters(rule) else { return nil }
            return ActiveRule(type: type, parameters: parameters, findings: LayoutFindings(limit: limit, rule, silence))
        }
        let cells = active.indices.compactMap { index -> (index: Int, rule: any CellRule)? in
            guard let type = active[index].type as? any CellRule.Type else { return nil }
            return type.init(layoutCase, active[index].parameters).map { (index, $0) }
        }
        let invariants = Set(active.compactMap { ($0.type as? any InvariantRule.Type)?.invariant })
        var report = InvariantReport()
        if !invariants.isEmpty || !cells.isEmpty {
            // Silent findings do not count against the limit, so all are listed if any can be silent. Only a
            // broken layout violates an invariant, so the list is short.
            report = InvariantCheck.report(
                of: layoutCase.layout, made: layoutCase.pictures.whole, asking: invariants, limit: silence == nil ? limit : .max
            ) { items, frames in
                for cell in cells { cell.rule.look(at: items, frames, &active[cell.index].findings) }
            }
        }
        for index in active.indices {
            switch active[index].type {
            case let type as any InvariantRule.Type: active[index].findings.add(type.invariant, of: report)
            case let type as any CaseRule.Type: type.check(layoutCase, active[index].parameters, &active[index].findings)
            default: break
            }
        }
        return active.map(\.findings)
    }

    private struct ActiveRule {
        let type: any LayoutRule.Type
        let parameters: RuleParameters
        var findings: LayoutFindings
    }
}

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

/// Items as bits: each screen may have a finding for each of millions of items.
struct ItemSet: Equatable, Sendable {
    private var words: [UInt64] = []

    var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

    func contains(_ item: Int) -> Bool { item / 64 < words.count && words[item / 64] & Self.bit(item) != 0 }

    mutating func insert(_ item: Int) {
        grow(to: item / 64 + 1)
        words[item / 64] |= Self.bit(item)
    }

    mutating func remove(_ item: Int) {
        if item / 64 < words.count { words[item / 64] &= ~Self.bit(item) }
    }

    mutating func formUnion(_ other: ItemSet) {
        grow(to: other.words.count)
        for (index, word) in other.words.enumerated() { words[index] |= word }
    }

    private mutating func grow(to count: Int) {
        if count > words.count { words += repeatElement(0, count: count - words.count) }
    }

    private static func bit(_ item: Int) -> UInt64 { 1 << UInt64(item % 64) }
}
