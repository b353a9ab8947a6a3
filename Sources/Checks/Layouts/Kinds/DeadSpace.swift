import Layouts

enum DeadSpace: LayoutRule {
    static let rule = Rule(
        "dead-space", .layouts, .warning, "sections of a flow-waterfall end without much blank space",
        explanation: """
            A flow-waterfall closes the gaps of a flow, but keeps its height, so each section ends in blank space.
            """,
        example: "a section of 90 pictures, every third twice as high, ends in 2,400 blank points",
        remedy: "Use sections of fewer pictures (section-size), or a column layout.",
        parameters: [
            RuleParameter("most", default: .number(200), "the most blank points at a section's end")
        ])

    static func check(_ layoutCase: LayoutCase, _ parameters: RuleParameters, _ findings: inout ScreenFindings) {
        guard let blankSpace = layoutCase.layout.blankSpace else { return }
        let most = parameters.number("most")
        for (section, blank) in blankSpace.enumerated() where blank > most {
            let last = layoutCase.layout.sections.items(of: section).last
            findings.add(
                Self.rule, last,
                "section \(section) ends in \(blank.shown) points of blank space behind it, \(most.shown) is the most")
        }
    }
}
