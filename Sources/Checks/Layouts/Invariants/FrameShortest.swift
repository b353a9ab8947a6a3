import Layouts

enum FrameShortest: InvariantRule {
    static let invariant = Invariant.shortest
    static let rule = Rule(
        "frame-shortest", .layouts, .error, "each picture goes to the shortest column, the leftmost of several",
        explanation: """
            The layouts that fill the shortest column first do so on the phone too, ties to the left. One picture in \
            another column sends all behind it to other places than the phone's.
            """,
        example: "columns 0 and 2 both end at 410, and the next picture goes to column 2",
        remedy: "The layout is at fault: look at how it compares the bottoms of columns, above all at ties.",
        provesWeir: true)
}
