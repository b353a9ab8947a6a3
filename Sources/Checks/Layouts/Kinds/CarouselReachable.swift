import Layouts

enum CarouselReachable: LayoutRule {
    static let rule = Rule(
        "carousel-reachable", .layouts, .warning, "every item of a carousel can be brought to the middle",
        explanation: """
            Without insets the first and the last items never reach the middle, and stay small.
            """,
        example: "carousel:item-size=160x160 on a screen of 375: picture 0 stays 107.5 points off the middle",
        remedy: "Set left and right insets of at least half the difference between screen and item width.")

    static func check(_ layoutCase: LayoutCase, _ parameters: RuleParameters, _ findings: inout ScreenFindings) {
        guard let carousel = layoutCase.layout.carousel else { return }
        let most = max(0, carousel.contentSize.width - carousel.viewport.width)
        for items in carousel.unreachable {
            for item in items {
                let frame = carousel.frame(of: item)
                let wanted = frame.midX - carousel.viewport.width / 2
                let needed = (carousel.viewport.width - frame.width) / 2
                findings.add(
                    Self.rule, item,
                    """
                    it can be brought no nearer to the middle than \
                    \((wanted - min(max(wanted, 0), most)).magnitude.shown) points; insets of \(needed.shown) let it get there
                    """)
            }
        }
    }
}
