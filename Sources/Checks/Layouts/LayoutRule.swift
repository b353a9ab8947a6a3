import Layouts

/// A rule about the frames of layouts on screens. It looks at single frames, at a whole layout, or at both.
protocol LayoutRule {
    static var rule: Rule { get }
    /// For a rule about single frames. Returns nil if it does not apply to the layout.
    init?(_ layoutCase: LayoutCase, _ parameters: RuleParameters)
    /// Looks at the next frames, in item order.
    func look(at items: Range<Int>, _ frames: [Rect], _ findings: inout ScreenFindings)
    /// Checks a layout as a whole, or an operation on it.
    static func check(_ layoutCase: LayoutCase, _ parameters: RuleParameters, _ findings: inout ScreenFindings)
}

extension LayoutRule {
    init?(_ layoutCase: LayoutCase, _ parameters: RuleParameters) { return nil }
    func look(at items: Range<Int>, _ frames: [Rect], _ findings: inout ScreenFindings) {}
    static func check(_ layoutCase: LayoutCase, _ parameters: RuleParameters, _ findings: inout ScreenFindings) {}
}

/// All rules about frames, and how they are checked.
package enum LayoutRules {
    /// In the order in which they are listed. A new rule is a file and a row here.
    static var types: [any LayoutRule.Type] {
        [
            LayoutInput.self, FrameCoverage.self, Rotation.self, PreviousFrames.self, RefreshOrder.self, RefreshShift.self,
            PlaceholderFrames.self,
            ShiftScoreLimit.self, AspectBounds.self, TallerThanScreen.self, PixelBudget.self, PixelShortage.self, SafeAreaSides.self,
            ColumnBalance.self, DeadSpace.self, ExactFitTrap.self, CarouselReachable.self, CarouselScale.self,
            CarouselRows.self, CarouselJump.self, ColumnTiesFinding.self, PlatformOrder.self, FramesMatch.self,
        ]
    }

    package static let all: [Rule] = types.map { $0.rule }

    /// The rule about the frames of an app.
    package static let framesMatch = FramesMatch.rule
}

extension ScreenFindings {
    /// Checks the rules that are on. Only the findings that are kept get a message; the others are counted.
    package init(of layout: LayoutCase, _ choices: RuleChoices, silence: Silence.ItemLookup? = nil) {
        self.init(of: layout, silence: silence) { rule in
            choices.severity(of: rule.id).flatMap { _ in choices.choice(of: rule)?.parameters }
        }
    }

    /// Checks the rules that have parameters; the others are off. One pass over the frames serves all rules about single frames.
    init(
        of layoutCase: LayoutCase, limit: Int = FindingStore.limit, silence: Silence.ItemLookup? = nil,
        parameters: (Rule) -> RuleParameters?
    ) {
        var findings = ScreenFindings(layoutCase.title, silence: silence, limit: limit)
        // With the frames of an app they are compared, and nothing else.
        let types = LayoutRules.types.filter { $0.rule.needs.contains(.frames) == (layoutCase.dump != nil) }
        let active = types.compactMap { type in parameters(type.rule).map { (type: type, parameters: $0) } }
        let cells: [any LayoutRule] = active.compactMap { $0.type.init(layoutCase, $0.parameters) }
        if !cells.isEmpty {
            for items in (0..<layoutCase.layout.count).chunks {
                let frames = layoutCase.layout.frames(of: items)
                guard BoundingBox(of: frames).isSound else { continue }
                for cell in cells { cell.look(at: items, frames, &findings) }
            }
        }
        for (type, parameters) in active { type.check(layoutCase, parameters, &findings) }
        self = findings
    }
}
