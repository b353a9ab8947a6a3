import Layouts

enum FrameOverlap: InvariantRule {
    static let invariant = Invariant.overlap
    static let rule = Rule(
        "frame-overlap", .layouts, .error, "no two frames overlap",
        explanation: """
            If two cells overlap, one hides a part of the other, and taps go to the one on top. Cells that only touch do \
            not overlap.
            """,
        example: "picture 7 begins at y 300, in a column that picture 4 fills down to y 320",
        remedy: """
            No sizes of pictures can do this to a sound layout: the layout is at fault. Look at the two pictures that \
            are named, and at how the later one got its place.
            """,
        provesWeir: true)
}
