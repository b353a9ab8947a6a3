import Layouts

enum FrameGap: InvariantRule {
    static let invariant = Invariant.gap
    static let rule = Rule(
        "frame-gap", .layouts, .error, "neighbouring items have the layout's gap between them",
        explanation: """
            Between an item and the next one along the scrolling direction lies the gap that the layout was told: in \
            layouts that go for the shortest column exactly that, in lines at least that. A gap too small makes prices \
            stick to the picture below; one too large is a hole.
            """,
        example: "row-spacing=10, and picture 9 begins where picture 6 ends",
        remedy: "The layout is at fault: look at the first item of a column and at the first one behind an append.",
        provesWeir: true)
}
