import Layouts

/// Items that fill a line exactly, or almost exactly.
enum ExactFitTrap: LayoutRule {
    static let rule = Rule(
        "exact-fit", .layouts, .warning, "items that should fill a flow's line fit in every arithmetic",
        explanation: """
            By a rounding error, n items of (W - insets - gaps) / n may be wider than the line, which then breaks one item early. \
            UIKit's order of arithmetic is not published.
            """,
        example: "flow:item-width=111.66666666666667,inset=10 on a screen of 375",
        remedy: "Round the item width down to a whole point, or write columns=n.",
        parameters: [
            RuleParameter(
                "near", default: .number(0.5), "check items that are at most this much wider than a column, in points")
        ])

    static func check(_ layoutCase: LayoutCase, _ parameters: RuleParameters, _ findings: inout ScreenFindings) {
        guard layoutCase.layout.count > 0 else { return }
        for shape in layoutCase.layout.lineShapes where !shape.isOfColumns && shape.length <= shape.room {
            guard let message = message(shape, near: parameters.number("near")) else { continue }
            let first = shape.section.flatMap { layoutCase.layout.sections.items(of: $0).first }
            findings.add(Self.rule, first, shape.section.map { "section \($0): \(message)" } ?? message)
        }
    }

    private static func message(_ shape: LineShape, near: Double) -> String? {
        let (item, room) = (shape.length, shape.room)
        let columns = ((room + shape.gap) / (item + shape.gap)).rounded()
        let share = (room - shape.gap * (columns - 1)) / columns
        guard columns >= 2, columns <= 1000, item - share <= near, item - share >= -tolerance else { return nil }
        if item - share > tolerance {
            return """
                \(Int(columns)) items of \(item.shown) points are \(((item - share) * columns).shown) points wider than \
                their line of \(room.shown), so \(Int(columns) - 1) stand on it; \(share.rounded(.down).shown) fit
                """
        }
        guard let breaks = breaks(shape, Int(columns)), !breaks.isEmpty else { return nil }
        return """
            \(Int(columns)) items of \(item) points and their gaps fill the line of \(room.shown) to the last bit, \
            and \(Int(columns) - 1) stand on it when it is filled by \(breaks.joined(separator: ", ")); \
            \(share.rounded(.down).shown) points fit always
            """
    }

    /// An item that differs less from a column's width was meant to have that width.
    private static let tolerance = 1e-4

    private static func breaks(_ shape: LineShape, _ columns: Int) -> [String]? {
        let inset = Insets(top: 0, left: shape.start, bottom: 0, right: shape.end)
        let fit = try? ExactFit(columns: columns, inset: inset, spacing: shape.gap)
        return try? fit?.verdict(at: shape.extent).breaks.map(\.rawValue)
    }
}
