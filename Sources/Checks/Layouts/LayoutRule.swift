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
    func look(at items: Range<Int>, _ frames: [Rect], _ findings: inout ScreenFindings)
}

/// A rule about a layout as a whole, or about an operation on it.
protocol CaseRule: LayoutRule {
    static func check(_ layoutCase: LayoutCase, _ parameters: RuleParameters, _ findings: inout ScreenFindings)
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
}

extension ScreenFindings {
    /// Checks the rules that are on. Only the findings that are kept get a message; the others are counted.
    package init(of layout: LayoutCase, _ choices: RuleChoices, silence: Silence.ItemLookup? = nil) {
        self.init(of: layout, silence: silence) { rule in
            choices.severity(of: rule.id).flatMap { _ in choices.choice(of: rule)?.parameters }
        }
        if choices.severity(of: PlatformOrder.rule.id) != nil { starts = PlatformOrder.Starts(layout) }
    }

    /// Checks the rules that have parameters; the others are off. One pass over the frames serves all rules about invariants and cells.
    init(
        of layoutCase: LayoutCase, limit: Int = FindingStore.limit, silence: Silence.ItemLookup? = nil,
        parameters: (Rule) -> RuleParameters?
    ) {
        var findings = ScreenFindings(layoutCase.title, silence: silence, limit: limit)
        let active = LayoutRules.types.compactMap { type in parameters(type.rule).map { (type: type, parameters: $0) } }
        let cells = active.compactMap { ($0.type as? any CellRule.Type)?.init(layoutCase, $0.parameters) as (any CellRule)? }
        let invariants = Set(active.compactMap { ($0.type as? any InvariantRule.Type)?.invariant })
        var report = InvariantReport()
        if !invariants.isEmpty || !cells.isEmpty {
            // Silent findings do not count against the limit, so all are listed if any can be silent. Only a
            // broken layout violates an invariant, so the list is short.
            report = InvariantCheck.report(
                of: layoutCase.layout, made: layoutCase.pictures.whole, asking: invariants, limit: silence == nil ? limit : .max
            ) { items, frames in
                for cell in cells { cell.look(at: items, frames, &findings) }
            }
        }
        for (type, parameters) in active {
            switch type {
            case let type as any InvariantRule.Type: findings.add(type.rule, type.invariant, of: report)
            case let type as any CaseRule.Type: type.check(layoutCase, parameters, &findings)
            default: break
            }
        }
        self = findings
    }
}
