import Layouts

enum FrameCoverage: InvariantRule {
    static let invariant = Invariant.coverage
    static let rule = Rule(
        "frame-coverage", .layouts, .error, "the content covers every frame",
        explanation: """
            Nobody can scroll beyond the content, so what reaches out of it is never seen. In a flow or a \
            carousel this also happens to a sound layout, when an item is larger than the screen, and in waterflow with \
            as-written=true to every picture, since the content is 0 wide.
            """,
        example: "a flow with item-size=400x50 on a screen of 375",
        remedy: """
            In a flow or carousel, choose an item size that fits the smallest screen less its insets. Otherwise the \
            layout is at fault: its content ends above the lowest frame.
            """)
}
