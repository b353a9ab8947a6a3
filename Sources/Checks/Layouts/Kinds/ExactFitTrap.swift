import Layouts

/// Items that fill a line exactly, or almost exactly.
enum ExactFitTrap: CaseRule {
    static let rule = Rule(
        "exact-fit", .layouts, .warning, "items that should fill a flow's line fit it in every arithmetic",
        explanation: """
            An item width of (W - insets - gaps) / n is not representable for many W. The n of them then add up to a \
            hair more than the line, and it wraps one item early: two columns and a wide gap where three were meant. \
            The phones' order of arithmetic is not published, so a width is safe only where every order agrees: \
            subtracting or adding, in Double or in Float. With insets and gaps of 10 and three items, widths of 360, \
            375, 390, 393, 402, 414, 428, 440, 810, 834 and 852 are not safe; 320, 430 and 768 are. An item that is \
            a little too wide for any arithmetic is reported, too.
            """,
        example: "flow:item-width=111.66666666666667,inset=10 on a screen of 375",
        remedy: "Round the item width down to a whole point, or say columns=n, which does.",
        parameters: [
            RuleParameter(
                "near", default: .number(0.5), "how much wider than a column an item is still taken for one, in points")
        ])

    static func check(_ layout: LayoutCase, _ settings: RuleSettings, _ findings: inout LayoutFindings) {
        let recipe = layout.choice.recipe
        let guarantees = layout.layout.guarantees
        guard recipe.kind.parameters.contains(where: { $0.name == "direction" }), !recipe.settings.isSet("columns"),
            let across = guarantees.across, layout.layout.count > 0
        else { return }
        let isHorizontal = guarantees.scrollsHorizontally
        let frame = layout.layout.frame(of: 0)
        let item = isHorizontal ? frame.height : frame.width
        let gap = recipe.settings.length("interitem-spacing")
        let room = across.upperBound - across.lowerBound
        let columns = ((room + gap) / (item + gap)).rounded()
        let share = (room - gap * (columns - 1)) / columns
        guard columns >= 2, columns <= 1000, item - share <= settings.number("near"), item - share >= -tolerance else { return }
        if item - share > tolerance {
            findings.add(
                nil,
                """
                \(Int(columns)) items of \(item.shown) points are \(((item - share) * columns).shown) points wider than \
                their line of \(room.shown), so \(Int(columns) - 1) stand on it; \(share.rounded(.down).shown) fit
                """)
        } else if let breaks = breaks(layout, Int(columns), gap), !breaks.isEmpty {
            findings.add(
                nil,
                """
                \(Int(columns)) items of \(item) points and their gaps fill the line of \(room.shown) to the last bit, \
                and \(Int(columns) - 1) stand on it when it is filled by \(breaks.joined(separator: ", ")); \
                \(share.rounded(.down).shown) points fit always
                """)
        }
    }

    /// An item that differs less from a column's width was meant to have that width.
    private static let tolerance = 1e-4

    private static func breaks(_ layout: LayoutCase, _ columns: Int, _ gap: Double) -> [String]? {
        var inset = layout.choice.recipe.settings.inset
        let viewport = layout.screen.viewport
        let isHorizontal = layout.layout.guarantees.scrollsHorizontally
        if isHorizontal { inset = Insets(top: inset.left, left: inset.top, bottom: inset.right, right: inset.bottom) }
        let fit = try? ExactFit(columns: columns, inset: inset, spacing: gap)
        return try? fit?.verdict(at: isHorizontal ? viewport.height : viewport.width).breaks.map(\.rawValue)
    }
}
