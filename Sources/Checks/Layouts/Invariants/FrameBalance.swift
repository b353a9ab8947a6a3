import Layouts

enum FrameBalance: InvariantRule {
    static let invariant = Invariant.balance
    static let rule = Rule(
        "frame-balance", .layouts, .error, "columns end within the tallest cell and a gap of each other",
        explanation: """
            A layout that puts each picture into the shortest column cannot let one lag farther behind than its tallest \
            cell and a gap. If one does, pictures went to the wrong column. The rule column-balance limits how far apart \
            the columns of a sound layout may end.
            """,
        example: "three columns that end at 90, 4,210 and 4,390 where no cell is higher than 220",
        remedy: "The layout is at fault: look at how it picks the shortest column, and at what it does with ties.",
        provesWeir: true)
}
