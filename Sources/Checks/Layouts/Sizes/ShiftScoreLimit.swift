import Layouts

enum ShiftScoreLimit: CaseRule {
    static let rule = Rule(
        "shift-score", .layouts, .warning, "the screen hardly jumps while pictures come in",
        explanation: """
            If a declared size is wrong, all pictures behind it jump when the app takes the true size. \
            The score of one arrival is the part of the screen that moves, times how far it moves as a part of the \
            screen's longer side; the pictures come in one by one, in manifest order, with the screen at the top. A \
            true manifest scores 0, and above 0.1 people notice. Needs the true sizes, so it is checked with --images.
            """,
        example: "the first picture is declared as 300x300 and has 200x800: two thirds of the screen move by 149 points",
        remedy: "Put the named pictures' sizes right, the first first: run `weir ingest` again.",
        parameters: [RuleParameter("most", default: .number(0.1), "the highest sum of all scores that is no finding")])

    static func check(_ layout: LayoutCase, _ settings: RuleSettings, _ findings: inout LayoutFindings) {
        let declared = layout.pictures.whole
        guard let trueSizes = layout.pictures.trueSizes, trueSizes != declared, let empty = try? layout.make(layout.screen.viewport)
        else { return }
        let score = ShiftScore(declared: declared, true: trueSizes, in: empty)
        guard score.sum > settings.number("most") else { return }
        let (sum, most) = (score.sum.thousandths, settings.number("most").thousandths)
        for arrival in score.arrivals {
            findings.add(
                arrival.item,
                """
                the screen jumps by a score of \(arrival.score.thousandths) when it comes in as \
                \(trueSizes.size(of: arrival.item)) and not as \(declared.size(of: arrival.item)); all pictures together \
                score \(sum), and \(most) is the most
                """)
        }
    }
}

extension Double {
    fileprivate var thousandths: Double { (self * 1000).rounded() / 1000 }
}
