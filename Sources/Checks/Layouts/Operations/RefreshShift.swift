import Layouts

enum RefreshShift: LayoutRule {
    static let rule = Rule(
        "refresh-shift", .layouts, .info, "a refresh moves all earlier pictures by the same amount",
        explanation: """
            An app scrolls by the distance that the picture in view has moved. In columns, other pictures rarely move equally. Needs \
            `--previous`, and new pictures at the front.
            """,
        example: "picture 0 moves down by 177.5 points, picture 1 by 60 and into the next column",
        remedy: "If it matters, let the app scroll to the top after a refresh.",
        needs: [.previous],
        parameters: [
            RuleParameter("least", default: .number(3), "the smallest difference that counts, in points")
        ], consequence: .ofChanges("shift"))

    static func check(_ layoutCase: LayoutCase, _ parameters: RuleParameters, _ findings: inout ScreenFindings) {
        guard let previous = layoutCase.pictures.previous, previous.isRefresh, let before = layoutCase.layout(of: previous.whole) else {
            return
        }
        let least = parameters.number("least")
        var first: (x: Double, y: Double)?
        var (kept, deviating) = (0, 0)
        var worst: (deviation: Double, current: Int) = (0, 0)
        for (item, current) in previous.currentItems.enumerated() where current >= 0 {
            let (old, new) = (before.frame(of: item), layoutCase.layout.frame(of: Int(current)))
            let move = (x: new.x - old.x, y: new.y - old.y)
            let reference = first ?? move
            first = reference
            kept += 1
            let deviation = max((move.x - reference.x).magnitude, (move.y - reference.y).magnitude)
            guard deviation >= least else { continue }
            deviating += 1
            if deviation > worst.deviation { worst = (deviation, Int(current)) }
        }
        guard deviating > 0, let first else { return }
        findings.add(
            Self.rule, worst.current,
            """
            the first of \(kept) pictures that were there moves by \(first.y.shown) points down and \(first.x.shown) \
            across, and \(deviating) of them otherwise; this one by \(worst.deviation.shown) points more or less
            """)
    }
}
