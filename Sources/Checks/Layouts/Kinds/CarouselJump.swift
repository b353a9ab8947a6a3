import Layouts

enum CarouselJump: LayoutRule {
    static let rule = Rule(
        "carousel-jump", .layouts, .warning, "something is on screen wherever a carousel stops",
        explanation: """
            If nothing is on screen where scrolling stops, the published code jumps to the end of the carousel.
            """,
        example: "carousel:inset=0,400,0,400 on a screen of 375: at offsets from 0 to 25 nothing is on screen",
        remedy: "Make the left and right insets, and the line spacing, narrower than the screen.")

    static func check(_ layoutCase: LayoutCase, _ parameters: RuleParameters, _ findings: inout ScreenFindings) {
        guard let carousel = layoutCase.layout.carousel else { return }
        for stretch in carousel.emptyStretches {
            let (first, last) = (stretch.offsets.lowerBound.shown, stretch.offsets.upperBound.shown)
            findings.add(
                Self.rule, stretch.item,
                """
                at offsets from \(first) to \(last) nothing is on screen, and a carousel that would stop there jumps to its \
                end
                """)
        }
    }
}
