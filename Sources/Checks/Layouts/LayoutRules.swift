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

    /// Those that need the true sizes of pictures.
    public static let ofPictures: [Rule] = [PlaceholderFrames.rule, ShiftScoreLimit.rule]

    /// Those that are asked only where there is a manifest of before.
    public static let ofPrevious: [Rule] = [PreviousFrames.rule, RefreshOrder.rule, RefreshShift.rule]

    /// What one rule has found of one case.
    struct Outcome: Sendable {
        let rule: Rule
        var findings: LayoutFindings
    }

    /// Asks the rules that have settings; the others are off. Of each rule so many findings are
    /// kept. The frames are looked at once for all rules that want no more.
    static func check(
        _ layout: LayoutCase, limit: Int = FindingCollector.usualLimit, silence: Silence.ItemJudge? = nil,
        settings: (Rule) -> RuleSettings?
    ) -> [Outcome] {
        var asked = judged.compactMap { judge -> Asked? in
            let rule = judge.rule
            guard let settings = settings(rule) else { return nil }
            let findings = LayoutFindings(limit: limit, rule, silence)
            return Asked(judge: judge, settings: settings, outcome: Outcome(rule: rule, findings: findings))
        }
        let cells = asked.indices.compactMap { index -> (index: Int, rule: any CellRule)? in
            guard let kind = asked[index].judge as? any CellRule.Type else { return nil }
            return kind.init(layout, asked[index].settings).map { (index, $0) }
        }
        let invariants = Set(asked.compactMap { ($0.judge as? any InvariantRule.Type)?.invariant })
        var report = InvariantReport()
        if !invariants.isEmpty || !cells.isEmpty {
            // Whoever is silenced must be seen first. No manifest breaks an invariant: a broken layout does.
            report = InvariantCheck.report(
                of: layout.layout, made: layout.pictures.whole, asking: invariants, limit: silence == nil ? limit : .max
            ) { items, frames in
                for cell in cells { cell.rule.look(at: items, frames, &asked[cell.index].outcome.findings) }
            }
        }
        for index in asked.indices {
            switch asked[index].judge {
            case let kind as any InvariantRule.Type: asked[index].outcome.findings.add(kind.invariant, of: report)
            case let kind as any CaseRule.Type:
                kind.check(layout, asked[index].settings, &asked[index].outcome.findings)
            default: break
            }
        }
        return asked.map(\.outcome)
    }

    private struct Asked {
        let judge: any LayoutRule.Type
        let settings: RuleSettings
        var outcome: Outcome
    }
}
