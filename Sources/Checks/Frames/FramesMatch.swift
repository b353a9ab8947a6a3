import Layouts
import WeirBase

/// Frames that an app has dumped, beside those that the manifest gives.
enum FramesMatch: LayoutRule {
    static let rule = Rule(
        "frames-match", .layouts, .error, "the frames of the app are those that weir computes",
        explanation: """
            An app writes the frames of its phone into a file (docs/frames.md). If another parameter explains a \
            difference, the message names it. Needs `--frames`.
            """,
        example: """
            {"width":375,"height":667,"layout":"lf-waterflow"}
            {"index":3,"x":10,"y":141.66666666666666,"w":111.66666666666667,"h":55.833333333333336}
            """,
        remedy: """
            Set the parameter that the message names. Otherwise compare manifest, columns, insets, spacings and the \
            width of the view with the app's.
            """,
        needs: [.frames],
        parameters: [
            RuleParameter(
                "tolerance", default: .number(0.25),
                """
                the largest difference, in points; 0.25 is half a pixel at scale 2
                """)
        ])

    static func check(_ layoutCase: LayoutCase, _ parameters: RuleParameters, _ findings: inout ScreenFindings) {
        guard let (dump, dumped) = layoutCase.dump else { return }
        let items = DumpedItems(of: dumped, in: layoutCase.layout)
        let words = FrameWords(dump, items)
        // A number between two pixels, but for the rounding of Doubles, may be rounded to either. With 0 numbers must be equal.
        let points = parameters.number("tolerance")
        let tolerance = points == 0 ? 0 : points + 1e-6
        for (item, message) in words.strays { findings.add(rule, item, message) }
        let comparison = FrameComparison(of: items, with: layoutCase.layout, within: tolerance)
        findings.comparedFrames = comparison.compared
        var layout: (any Layout)? = layoutCase.layout
        if let first = comparison.first {
            let explanation = FrameVariant.explaining(items, in: layoutCase, within: tolerance)
            layout = explanation?.layout
            if explanation?.variant.isLayoutItself != true {
                let reason =
                    explanation.map { "all agree with \($0.variant.text)" }
                    ?? unexplained(first, items, layoutCase, within: tolerance)
                findings.add(
                    rule, first.item,
                    """
                    \(words.difference(of: first.frame, from: layoutCase.layout.frame(of: first.item))); \
                    frames that differ: \(comparison.differing) of \(comparison.compared), by up to \
                    \(comparison.largest < 0.01 ? shortest(comparison.largest) : comparison.largest.shown) points; \(reason)
                    """)
            }
        }
        // Where the frames are others, so may be the items around them.
        guard let layout else { return }
        let missing = items.missing(dumped, in: layout, within: tolerance)
        if let first = missing.first { findings.add(rule, first, words.missing(missing, layout.frame(of: first))) }
    }

    /// An item that stands in another column, but as high, was put there by a tie.
    private static func unexplained(
        _ first: (item: Int, frame: Int), _ items: DumpedItems, _ layoutCase: LayoutCase, within tolerance: Double
    ) -> String {
        let reason = FrameVariant.none(of: layoutCase.choice.recipe)
        let (found, expected) = (items.frames[first.frame].rect, layoutCase.layout.frame(of: first.item))
        let isAsHigh = max((found.y - expected.y).magnitude, (found.height - expected.height).magnitude) <= tolerance
        guard isAsHigh, (found.x - expected.x).magnitude > tolerance, let ties = layoutCase.layout.columnTies(),
            ties.count + ties.betweenEmptyColumns > 0
        else { return reason }
        return "\(reason), but a tie of two columns may, which the published code leaves open (column-ties)"
    }
}

extension LayoutCase {
    /// Lays the pictures out as a screen of a dump has them, whose frames are compared.
    package init(_ screen: DumpedScreen, of dump: FrameDump, _ pictures: PictureSet) throws(LayoutError) {
        try self.init(screen.planned.layout, on: screen.planned.screen, pictures)
        self.dump = (dump.name, screen)
    }
}
