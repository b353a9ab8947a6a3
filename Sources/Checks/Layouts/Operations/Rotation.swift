import Layouts

/// Turns the screen and turns it back.
enum Rotation: CaseRule {
    static let rule = Rule(
        "rotation", .layouts, .error, "after two turns of the screen all frames are as before",
        explanation: """
            A layout that keeps something from the other orientation drifts: after portrait, landscape, portrait the \
            pictures stand elsewhere, and farther off with every turn. The frames must be the same to the bit. At most the \
            first 65,536 pictures are checked, and none if the layout does not fit the turned screen. Of most layouts the rule \
            proves weir itself, which lays out afresh. Ask it of a layout with as-written=true, and it tells what phones show \
            that run the published code.
            """,
        example: "lf-waterflow:as-written=true, which keeps five columns of landscape when the screen is upright again",
        remedy: """
            The layout is at fault: everything that follows from the screen's width must be computed afresh when it \
            changes. Where that is done in the app's code, leave as-written out.
            """)

    static func check(_ layout: LayoutCase, _ settings: RuleSettings, _ findings: inout LayoutFindings) {
        var report = InvariantReport()
        do throws(LayoutError) {
            try OperationCheck.turn(layout.pictures.whole, of: layout.layout, make: layout.make, &report)
        } catch {
            findings.add(nil, "the layout cannot be made again after two turns: \(error)")
        }
        findings.add(.rotation, of: report)
    }
}
