import Layouts

enum ShiftScoreLimit: LayoutRule {
    static let rule = Rule(
        "shift-score", .layouts, .warning, "the screen hardly jumps while pictures arrive",
        explanation: """
            Wrong sizes make the screen jump. The score is the cumulative layout shift; above 0.1 people notice. Needs \
            `--images`; `weir diff` has the score of sizes that have changed since an older manifest.
            """,
        example: "the first picture is 200x800, not 300x300: two thirds of the screen move by 149 points",
        remedy: "Run `weir ingest` again.",
        needs: [.pictures],
        parameters: [
            RuleParameter("most", default: .number(0.1), "the highest score without a finding"),
            RuleParameter(
                "arrival", default: .text(ArrivalProcess.order.text),
                form: RuleParameter.TextForm(requirement: ArrivalProcess.forms) { (try? ArrivalProcess($0)) != nil },
                "how the pictures arrive: \(ArrivalProcess.forms)"),
        ], consequence: .ofWrongSizes("score"))

    static func check(_ layout: LayoutCase, _ parameters: RuleParameters, _ findings: inout ScreenFindings) {
        let declared = layout.pictures.whole
        guard let trueSizes = layout.pictures.trueSizes, trueSizes != declared,
            let empty = try? layout.make(layout.screen.viewport), let process = try? ArrivalProcess(parameters.text("arrival"))
        else { return }
        let scores = ShiftScores(declared: declared, true: trueSizes, in: empty, arriving: process)
        let score = scores.median.score
        guard score.cls > parameters.number("most") else { return }
        let (cls, most) = (score.cls.thousandths, parameters.number("most").thousandths)
        let worst =
            scores.median.seed == nil ? "" : " (\(scores.worst.score.cls.thousandths) in the worst of \(scores.seedCount))"
        for arrival in score.arrivals {
            let others = arrival.items.count - 1
            let more = others == 0 ? "" : ", with \(others) other\(others == 1 ? "" : "s") of another size"
            findings.add(
                Self.rule, arrival.item,
                """
                the screen jumps by a score of \(arrival.score.thousandths) when it comes in as \
                \(trueSizes.size(of: arrival.item)) and not as \(declared.size(of: arrival.item))\(more); all pictures together \
                have a cumulative layout shift of \(cls)\(worst), and \(most) is the most
                """)
        }
    }
}

extension Double {
    fileprivate var thousandths: Double { (self * 1000).rounded() / 1000 }
}
