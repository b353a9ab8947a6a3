import Layouts

/// How ragged the end of the content is.
enum ColumnBalance: CaseRule {
    static let rule = Rule(
        "column-balance", .layouts, .warning, "columns end close to each other",
        explanation: """
            Where the last pictures are of very different heights, one column goes on alone while the others have \
            ended, and the end of the list looks like one that failed to load. Asked of layouts that put each picture \
            into the shortest column, of the end of the content alone.
            """,
        example: "two columns that end at 5,200 and one whose last picture ends at 6,050, on a screen of 667",
        remedy: "Move the picture that is named away from the end of the catalogue, or crop it.",
        parameters: [
            RuleParameter("most-screens", standard: .number(1), "how far apart columns may end, in screens")
        ])

    static func check(_ layout: LayoutCase, _ settings: RuleSettings, _ findings: inout LayoutFindings) {
        let answers = layout.layout
        guard answers.guarantees.balance != nil, answers.count > 0 else { return }
        // Nothing can stand beside an append any more than it stands beside the shortest column.
        let top = answers.frontier
        let end = Rect(x: 0, y: top, width: answers.contentSize.width, height: answers.contentSize.height - top)
        let most = settings.number("most-screens") * layout.screen.viewport.height
        let frames = answers.items(meeting: end).map { ($0, answers.frame(of: $0)) }
        guard let (item, frame) = frames.max(by: { $0.1.maxY < $1.1.maxY }), frame.maxY - top > most else { return }
        findings.add(
            item,
            """
            its column ends \((frame.maxY - top).shown) points below the shortest one, at \(frame.maxY.shown); \
            \(most.shown) is the most
            """)
    }
}
