import Layouts

/// All rules about frames, and how they are asked.
public enum LayoutRules {
    /// In the order in which they are listed. One more is a file and a row.
    static var judged: [any LayoutRule.Type] {
        [
            FrameCount.self, FrameFinite.self, FrameBounds.self, FrameColumns.self, FrameOverlap.self, FrameGap.self,
            FrameShortest.self, FrameAspect.self, FrameBalance.self, FrameCoverage.self, FrameQuery.self, LoadMore.self,
            Rotation.self, PreviousFrames.self, RefreshOrder.self, RefreshShift.self, PlaceholderFrames.self,
            ShiftScoreLimit.self, AspectBounds.self, TallerThanScreen.self, ColumnBalance.self, DeadSpace.self,
            ExactFitTrap.self, CarouselReachable.self, CarouselScale.self,
        ]
    }

    public static let all: [Rule] = judged.map { $0.rule }

    /// What one rule has found of one case.
    struct Outcome {
        let rule: Rule
        var findings: LayoutFindings
    }

    /// Asks the rules that have settings; the others are off. Of each rule so many findings are
    /// kept besides those that are silent. The frames are looked at once for all rules that want no more.
    static func check(
        _ layout: LayoutCase, limit: Int, isSilent: ((Rule, Int?) -> Bool)? = nil, settings: (Rule) -> RuleSettings?
    ) -> [Outcome] {
        var outcomes = judged.compactMap { judge -> (any LayoutRule.Type, RuleSettings, Outcome)? in
            guard let settings = settings(judge.rule) else { return nil }
            let rule = judge.rule
            let findings = LayoutFindings(limit: limit, isSilent: isSilent.map { isSilent in { isSilent(rule, $0) } })
            return (judge, settings, Outcome(rule: rule, findings: findings))
        }
        let cells = outcomes.indices.compactMap { index -> (index: Int, rule: any CellRule)? in
            guard let kind = outcomes[index].0 as? any CellRule.Type else { return nil }
            return kind.init(layout, outcomes[index].1).map { (index, $0) }
        }
        let invariants = Set(outcomes.compactMap { ($0.0 as? any InvariantRule.Type)?.invariant })
        var report = InvariantReport()
        if !invariants.isEmpty || !cells.isEmpty {
            report = InvariantCheck.report(
                of: layout.layout, made: layout.pictures.whole, asking: invariants,
                limit: isSilent == nil ? limit : Int.max
            ) { items, frames in
                for cell in cells { cell.rule.look(at: items, frames, &outcomes[cell.index].2.findings) }
            }
        }
        for index in outcomes.indices {
            switch outcomes[index].0 {
            case let kind as any InvariantRule.Type: outcomes[index].2.findings.add(kind.invariant, of: report)
            case let kind as any CaseRule.Type: kind.check(layout, outcomes[index].1, &outcomes[index].2.findings)
            default: break
            }
        }
        return outcomes.map(\.2)
    }
}
