import Layouts

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

    /// Checks the rules that have settings; the others are off. `limit` findings of each rule are kept. One pass
    /// over the frames serves all rules about invariants and cells.
    static func check(
        _ layout: LayoutCase, limit: Int = FindingCollector.defaultLimit, silence: Silence.ItemLookup? = nil,
        settings: (Rule) -> RuleSettings?
    ) -> [LayoutFindings] {
        var active = types.compactMap { type -> ActiveRule? in
            let rule = type.rule
            guard let settings = settings(rule) else { return nil }
            return ActiveRule(type: type, settings: settings, findings: LayoutFindings(limit: limit, rule, silence))
        }
        let cells = active.indices.compactMap { index -> (index: Int, rule: any CellRule)? in
            guard let type = active[index].type as? any CellRule.Type else { return nil }
            return type.init(layout, active[index].settings).map { (index, $0) }
        }
        let invariants = Set(active.compactMap { ($0.type as? any InvariantRule.Type)?.invariant })
        var report = InvariantReport()
        if !invariants.isEmpty || !cells.isEmpty {
            // Silent findings do not count against the limit, so all are listed if any can be silent. Only a
            // broken layout violates an invariant, so the list is short.
            report = InvariantCheck.report(
                of: layout.layout, made: layout.pictures.whole, asking: invariants, limit: silence == nil ? limit : .max
            ) { items, frames in
                for cell in cells { cell.rule.look(at: items, frames, &active[cell.index].findings) }
            }
        }
        for index in active.indices {
            switch active[index].type {
            case let type as any InvariantRule.Type: active[index].findings.add(type.invariant, of: report)
            case let type as any CaseRule.Type: type.check(layout, active[index].settings, &active[index].findings)
            default: break
            }
        }
        return active.map(\.findings)
    }

    private struct ActiveRule {
        let type: any LayoutRule.Type
        let settings: RuleSettings
        var findings: LayoutFindings
    }
}
