import Layouts

/// Cells that do not fit the screen.
struct TallerThanScreen: LayoutRule {
    static let rule = Rule(
        "taller-than-screen", .layouts, .warning, "every cell fits the screen",
        explanation: """
            A cell that is higher than the longer side of the screen is never seen whole, in either orientation.
            """,
        example: #"{"w":200,"h":1300,"img":"coat.jpg","price":"¥169"}, whose cell is 725.83 points high on a screen of 667"#,
        remedy: "Crop the picture, or use more columns on this screen.")

    private let isHorizontal: Bool
    private let most: Double

    init?(_ layoutCase: LayoutCase, _ parameters: RuleParameters) {
        isHorizontal = layoutCase.layout.guarantees.scrollsHorizontally
        let screen = layoutCase.screen.viewport
        most = isHorizontal ? screen.width : max(screen.width, screen.height)
    }

    func look(at items: Range<Int>, _ frames: [Rect], _ findings: inout ScreenFindings) {
        var item = items.lowerBound
        for frame in frames {
            let extent = isHorizontal ? frame.width : frame.height
            if extent > most {
                findings.add(
                    Self.rule, item, "its cell is \(extent.shown) points \(isHorizontal ? "wide" : "high"), the screen \(most.shown)")
            }
            item += 1
        }
    }
}
