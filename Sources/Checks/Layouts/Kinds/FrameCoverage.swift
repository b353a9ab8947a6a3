import Layouts

enum FrameCoverage: InvariantRule {
    static let invariant = Invariant.coverage
    static let rule = Rule(
        "frame-coverage", .layouts, .error, "the content covers every frame",
        explanation: """
            Nobody can scroll beyond the content. Mostly an item of a flow or a carousel is larger than the screen. In \
            waterflow with as-written=true the content is 0 wide.
            """,
        example: "a flow with item-size=400x50 on a screen of 375",
        remedy: """
            In a flow or carousel, choose an item size that fits the smallest screen less its insets. In other layouts, \
            correct the layout.
            """)
}
