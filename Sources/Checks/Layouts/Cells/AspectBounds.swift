import Layouts

/// Pictures that are too wide or too tall for their cell.
struct AspectBounds: LayoutRule {
    static let rule = Rule(
        "aspect-bounds", .layouts, .warning, "no picture is too wide or too tall for a column",
        explanation: """
            A banner becomes a strip that nobody can read or tap; a long infographic fills several screens.
            """,
        example: #"{"w":2000,"h":120,"img":"banner.jpg","price":""}, whose cell is 111.67 points wide and 6.7 high"#,
        remedy: "Crop the picture, or show it as a banner over all columns.",
        parameters: [
            RuleParameter("least", default: .number(16), "the least height of a cell, in points"),
            RuleParameter("most-screens", default: .number(3), "the greatest height of a cell, in screens"),
        ])

    private let layout: any Layout
    /// The points that are added below each picture; empty if there are none.
    private let extraHeights: [Double]
    private let least: Double
    private let mostScreens: Double

    init?(_ layoutCase: LayoutCase, _ parameters: RuleParameters) {
        self.layout = layoutCase.layout
        extraHeights = layoutCase.pictures.whole.extraHeights
        guard self.layout.guaranteesDiffer || self.layout.guarantees.sideFromPicture != nil else { return nil }
        least = parameters.number("least")
        mostScreens = parameters.number("most-screens")
    }

    func look(at items: Range<Int>, _ frames: [Rect], _ findings: inout ScreenFindings) {
        guard layout.guaranteesDiffer else { return look(at: items, frames[...], layout.guarantees, &findings) }
        var item = items.lowerBound
        while item < items.upperBound {
            let section = layout.sections.section(of: item)
            let part = item..<min(items.upperBound, layout.sections.items(of: section).upperBound)
            let own = frames[(part.lowerBound - items.lowerBound)..<(part.upperBound - items.lowerBound)]
            look(at: part, own, layout.guarantees(of: section), &findings)
            item = part.upperBound
        }
    }

    private func look(
        at items: Range<Int>, _ frames: ArraySlice<Rect>, _ guarantees: LayoutGuarantees, _ findings: inout ScreenFindings
    ) {
        guard let side = guarantees.sideFromPicture else { return }
        let isAlongX = side == .width
        let strip = isAlongX ? 0 : guarantees.extraHeight
        let most = mostScreens * (isAlongX ? layout.viewport.width : layout.viewport.height)
        var item = items.lowerBound
        for frame in frames {
            var extent = isAlongX ? frame.width : frame.height - strip
            if !isAlongX, !extraHeights.isEmpty { extent -= extraHeights[item] }
            if extent < least || extent > most { add(item, extent, most, isAlongX ? "wide" : "high", &findings) }
            item += 1
        }
    }

    private func add(_ item: Int, _ extent: Double, _ most: Double, _ side: String, _ findings: inout ScreenFindings) {
        findings.add(
            Self.rule, item,
            extent < least
                ? "its cell is \(extent.shown) points \(side), \(least.shown) is the least"
                : "its cell is \(extent.shown) points \(side), \(most.shown) is the most")
    }
}
