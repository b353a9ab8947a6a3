import Layouts

enum FrameQuery: InvariantRule {
    static let invariant = Invariant.query
    static let rule = Rule(
        "frame-query", .layouts, .error, "a query for a rect gives the pictures that meet it, in order, every time",
        explanation: """
            The phone asks for what is on screen, at every step of scrolling. A picture that is missing in the answer \
            is a hole; one too many costs memory; an answer that depends on earlier queries flickers. A few dozen rects \
            from top to bottom are queried: screens, strips, tiny rects, and rects that just touch a frame.
            """,
        example: "the screen at offset 1,400 meets nine frames and the answer has eight",
        remedy: "The layout is at fault: look at its search by bisection, and at frames that only touch the rect.",
        provesWeir: true)
}
