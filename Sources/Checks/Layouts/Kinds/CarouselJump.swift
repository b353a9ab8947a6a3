import Layouts

enum CarouselJump: CaseRule {
    static let rule = Rule(
        "carousel-jump", .layouts, .warning, "something is on screen wherever the scrolling of a carousel stops",
        explanation: """
            Where scrolling would stop, the published code looks for the item on screen that is nearest to the middle. If \
            nothing is on screen there, it adds the greatest Float to the offset, and the carousel jumps to its end. This \
            happens in insets and gaps that are as wide as the screen.
            """,
        example: "carousel:inset=0,400,0,400 on a screen of 375: at offsets from 0 to 25 nothing is on screen",
        remedy: "Make insets left and right, and the line spacing, narrower than the screen.")

    static func check(_ layout: LayoutCase, _ settings: RuleSettings, _ findings: inout LayoutFindings) {
        guard let carousel = layout.layout as? Carousel else { return }
        for stretch in carousel.emptyStretches {
            let (first, last) = (stretch.offsets.lowerBound.shown, stretch.offsets.upperBound.shown)
            findings.add(
                stretch.item,
                """
                at offsets from \(first) to \(last) nothing is on screen, and a carousel that would stop there jumps to its \
                end
                """)
        }
    }
}
