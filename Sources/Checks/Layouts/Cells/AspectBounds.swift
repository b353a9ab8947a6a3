import Layouts

/// Pictures that are too wide or too tall for their cell.
struct AspectBounds: CellRule {
    static let rule = Rule(
        "aspect-bounds", .layouts, .warning, "no picture is too wide or too tall for a column to show it",
        explanation: """
            A banner in a column becomes a strip that nobody can read or tap; a long infographic becomes a tower of \
            several screens that pushes everything else away. The rule applies to layouts that take a cell's height from \
            its picture; a strip for the price does not count.
            """,
        example: #"{"w":2000,"h":120,"img":"banner.jpg","price":""}, whose cell is 111.67 points wide and 6.7 high"#,
        remedy: "Take the picture out of the list, crop it, or show it over all columns as a banner of its own.",
        parameters: [
            RuleParameter("least", default: .number(16), "the least height of a cell, in points"),
            RuleParameter("most-screens", default: .number(3), "the greatest height of a cell, in screens"),
        ])

    private let isAlongX: Bool
    private let strip: Double
    private let least: Double
    private let most: Double

    init?(_ layout: LayoutCase, _ settings: RuleSettings) {
        let guarantees = layout.layout.guarantees
        guard let side = guarantees.sideFromPicture else { return nil }
        isAlongX = side == .width
        strip = isAlongX ? 0 : guarantees.extraHeight
        least = settings.number("least")
        let viewport = layout.screen.viewport
        most = settings.number("most-screens") * (isAlongX ? viewport.width : viewport.height)
    }

    func look(at items: Range<Int>, _ frames: [Rect], _ findings: inout LayoutFindings) {
        var item = items.lowerBound
        for frame in frames {
            let extent = isAlongX ? frame.width : frame.height - strip
            if extent < least || extent > most { add(item, extent, &findings) }
            item += 1
        }
    }

    private func add(_ item: Int, _ extent: Double, _ findings: inout LayoutFindings) {
        let side = isAlongX ? "wide" : "high"
        findings.add(
            item,
            extent < least
                ? "its cell is \(extent.shown) points \(side), \(least.shown) is the least"
                : "its cell is \(extent.shown) points \(side), \(most.shown) is the most")
    }
}
