import Layouts

enum FrameFinite: InvariantRule {
    static let invariant = Invariant.finite
    static let rule = Rule(
        "frame-finite", .layouts, .error, "frames are of finite numbers, and no side is negative",
        explanation: """
            A frame with a NaN or an infinity in it takes the whole collection view down with it, and a negative side \
            turns a cell inside out. If this rule finds something, the rules about neighbouring frames are not checked.
            """,
        example: "a frame whose y is nan",
        remedy: """
            Look at the picture that is named first: those behind it inherit the figure. If its w and h are sound, the \
            layout is at fault.
            """,
        provesWeir: true)
}
