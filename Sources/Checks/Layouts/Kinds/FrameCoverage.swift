import Layouts

enum FrameCoverage: LayoutRule {
    static let invariant: Invariant? = .coverage
    static let rule = Rule(
        "frame-coverage", .layouts, .error, "the content covers every frame",
        explanation: """
            Users cannot scroll to what lies outside the content. Usually an item of a flow or carousel is larger than \
            the screen.
            """,
        example: "a flow with item-size=400x50 on a screen of 375",
        remedy: "Choose items that fit the smallest screen without its insets.")
}
