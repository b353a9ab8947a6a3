import Layouts

enum ColumnBalance: LayoutRule {
    static let rule = Rule(
        "column-balance", .layouts, .warning, "columns end at nearly the same height",
        explanation: """
            If one column continues alone at the end, the list looks as if it failed to load.
            """,
        example: "two columns that end at 5,200 and one at 6,050, on a screen of 667",
        remedy: "Move the named picture away from the end, or crop it.",
        parameters: [
            RuleParameter("most-screens", default: .number(1), "how far apart columns may end, in screens")
        ])

    static func check(_ layoutCase: LayoutCase, _ parameters: RuleParameters, _ findings: inout ScreenFindings) {
        let layout = layoutCase.layout
        guard layout.guarantees.balance != nil, layout.count > 0 else { return }
        // The frontier is the bottom of the shortest column.
        let top = layout.frontier
        let end = Rect(x: 0, y: top, width: layout.viewport.width, height: layout.contentSize.height - top)
        let most = parameters.number("most-screens") * layoutCase.screen.viewport.height
        let frames = layout.items(meeting: end).map { ($0, layout.frame(of: $0)) }
        guard let (item, frame) = frames.max(by: { $0.1.maxY < $1.1.maxY }), frame.maxY - top > most else { return }
        findings.add(
            Self.rule, item,
            """
            its column ends \((frame.maxY - top).shown) points below the shortest one, at \(frame.maxY.shown); \
            \(most.shown) is the most
            """)
    }
}
