import Layouts

/// A rule about the frames of one layout on one screen. There are three kinds, by what a rule needs
/// to see.
protocol LayoutRule {
    static var rule: Rule { get }
}

/// What holds of every layout: the checker of Layouts judges it, the rule has the words.
protocol InvariantRule: LayoutRule {
    static var invariant: Invariant { get }
}

/// Frames by themselves, which go by in item order.
protocol CellRule: LayoutRule {
    /// Nil where the rule has no say in the layout.
    init?(_ layout: LayoutCase, _ settings: RuleSettings)
    func look(at items: Range<Int>, _ frames: [Rect], _ findings: inout LayoutFindings)
}

/// The layout as a whole, or what becomes of it.
protocol CaseRule: LayoutRule {
    static func check(_ layout: LayoutCase, _ settings: RuleSettings, _ findings: inout LayoutFindings)
}
