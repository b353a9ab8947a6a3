import Layouts

enum FrameBounds: InvariantRule {
    static let invariant = Invariant.bounds
    static let rule = Rule(
        "frame-bounds", .layouts, .error, "frames stay between the insets",
        explanation: """
            A frame that reaches beyond the inset touches the edge of the screen or is cut off by it. The rule applies to \
            layouts whose items are never larger than their line or column.
            """,
        example: "a frame from x 253.33 to 375 on a screen of 375 with insets of 10",
        remedy: """
            The widths of columns come from the screen alone, so no picture can do this: the layout is at fault. Report \
            it with its parameters and the screen.
            """,
        provesWeir: true)
}
