import Layouts

/// Turns the screen and turns it back.
enum Rotation: LayoutRule {
    static let rule = Rule(
        "rotation", .layouts, .error, "after two turns of the screen all frames are as before",
        explanation: """
            A layout that keeps values of the other orientation moves its pictures at every turn. With as-written=true \
            the rule shows what the published code does.
            """,
        example: "lf-waterflow:as-written=true, which keeps five columns of landscape when upright again",
        remedy: "When the screen's width changes, compute everything that depends on it again.")

    static func check(_ layoutCase: LayoutCase, _ parameters: RuleParameters, _ findings: inout ScreenFindings) {
        var report = InvariantReport()
        do throws(LayoutError) {
            try OperationCheck.turn(layoutCase.pictures.whole, of: layoutCase.layout, make: layoutCase.make, &report)
        } catch {
            findings.add(Self.rule, nil, "the layout cannot be made again after two turns: \(error)")
        }
        findings.add(Self.rule, .rotation, of: report)
    }
}
