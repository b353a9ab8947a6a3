import Layouts

enum DeadSpace: CaseRule {
    static let rule = Rule(
        "dead-space", .layouts, .warning, "sections of a flow-waterfall end without much blank space",
        explanation: """
            A flow-waterfall closes its columns up and leaves headers, footers and the content's height where the flow \
            had them. What the columns save is left over at the end of each section, as blank space to scroll through; \
            the more the pictures' heights differ, the more.
            """,
        example: "a section of 90 pictures, every third of them twice as high as the others, ends in 2,400 blank points",
        remedy: """
            Use sections of fewer pictures (section-size), pictures of more equal heights, or a column layout, whose \
            content ends where its columns do.
            """,
        parameters: [
            RuleParameter("most", default: .number(200), "how many points of blank space a section may end in")
        ])

    static func check(_ layout: LayoutCase, _ settings: RuleSettings, _ findings: inout LayoutFindings) {
        guard let waterfall = layout.layout as? FlowWaterfall else { return }
        let most = settings.number("most")
        for (section, blank) in waterfall.blankSpace.enumerated() where blank > most {
            let last = waterfall.sections.items(of: section).last
            findings.add(
                last,
                "section \(section) ends in \(blank.shown) points of blank space behind it, \(most.shown) is the most")
        }
    }
}
