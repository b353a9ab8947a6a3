import Layouts

enum CarouselScale: LayoutRule {
    static let rule = Rule(
        "carousel-scale", .layouts, .warning, "every item on screen has a positive scale when a carousel rests",
        explanation: """
            An item shrinks with its distance from the middle; beyond one screen's width it is drawn mirrored.
            """,
        example: "carousel:item-size=450x200,inset=0,350,0,350 on a screen of 375: at offset 0 picture 0 has a scale of -0.03",
        remedy: "Make the items narrower than the screen, and the insets (screen - item width) / 2.")

    /// How many resting positions are checked, evenly along the line; neighbours have equal distances everywhere.
    private static let restingPositions = 16

    static func check(_ layoutCase: LayoutCase, _ parameters: RuleParameters, _ findings: inout ScreenFindings) {
        guard let carousel = layoutCase.layout.carousel, carousel.count > 0 else { return }
        let end = max(0, carousel.contentSize.width - carousel.viewport.width)
        let step = max(1, carousel.count / restingPositions)
        let middles = stride(from: 0, to: carousel.count, by: step).map {
            carousel.frame(of: $0).midX - carousel.viewport.width / 2
        }
        var reported: Set<Int> = []
        for offset in [0, end] + middles.map({ min(max($0, 0), end) }) {
            for item in carousel.invisible(at: offset) where reported.insert(item).inserted {
                let scale = carousel.scale(of: item, at: offset)
                findings.add(
                    Self.rule, item, "it is on screen with a scale of \(scale.shown) when the carousel rests at \(offset.shown)")
            }
        }
    }
}
