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
    init?(_ layout: LayoutCase, _ settings: RuleSettings)
    func look(at items: Range<Int>, _ frames: [Rect], _ findings: inout LayoutFindings)
}

/// A rule about a layout as a whole, or about an operation on it.
protocol CaseRule: LayoutRule {
    static func check(_ layout: LayoutCase, _ settings: RuleSettings, _ findings: inout LayoutFindings)
}
