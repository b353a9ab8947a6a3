import Layouts

enum CarouselRows: LayoutRule {
    static let rule = Rule(
        "carousel-rows", .layouts, .warning, "a carousel has one row",
        explanation: """
            A carousel fills its view downwards first, so a view that is high enough for two items has two rows.
            """,
        example: "carousel with items of 160x160 in a view that is 667 high has 3 rows",
        remedy: """
            Set view-height to the height of the carousel's view. If several rows are intended, turn the rule off.
            """)

    static func check(_ layoutCase: LayoutCase, _ parameters: RuleParameters, _ findings: inout ScreenFindings) {
        guard let carousel = layoutCase.layout.carousel, let item = carousel.firstBelow else { return }
        findings.add(
            Self.rule, item,
            """
            it stands below picture \(item - 1): a view of \(carousel.view.height.shown) points holds up to \(carousel.rows) \
            rows; set view-height to that of the carousel's own view
            """)
    }
}
