import Layouts

enum FrameColumns: InvariantRule {
    static let invariant = Invariant.columns
    static let rule = Rule(
        "frame-columns", .layouts, .error, "frames are as wide as a column and stand where one begins",
        explanation: """
            A column's width is what insets and gaps leave of the screen, divided, to the last bit. A width that was \
            rounded on the way makes every cell another height than the phone's, and after a thousand pictures the \
            places differ by screens.
            """,
        example: "three columns of 111 points on a screen of 375, where each has 111 2/3",
        remedy: "The layout is at fault: look for a rounding in how it computes the width of columns or their places.",
        provesWeir: true)
}
