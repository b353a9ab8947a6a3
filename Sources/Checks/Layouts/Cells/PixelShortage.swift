import Layouts

/// Pictures that have far fewer pixels than their cells show.
struct PixelShortage: LayoutRule {
    static let rule = Rule(
        "pixel-shortage", .layouts, .error, "no picture has far fewer pixels than its cell shows",
        explanation: """
            A picture with less than half of the pixels across its cell is blurred, which is a warning; with less than a quarter, a \
            thumbnail was published for the original. Placeholders, SVG and pictures that `size-plausible` finds are left out.
            """,
        example: #"{"w":90,"h":120,"img":"a.jpg","price":"¥169"}, whose cell of 112 points shows 336 pixels across at scale 3"#,
        remedy: "Name the original in the catalogue. If there is none, lower `least`.",
        parameters: [
            RuleParameter(
                "least", default: .number(0.5), in: 0...1,
                "the least share of the pixels across its cell that a picture has; less than half of the share is an error")
        ])

    private let widths: [Int32]
    private let hasPixels: @Sendable (_ item: Int) -> Bool
    private let scale: Double
    private let least: Double
    /// The fewest pixels for each point of a cell.
    private let density: Double

    init?(_ layoutCase: LayoutCase, _ parameters: RuleParameters) {
        guard let scale = layoutCase.screen.scale else { return nil }
        self.scale = scale
        widths = layoutCase.pictures.whole.widths
        hasPixels = layoutCase.pictures.hasPixels
        least = parameters.number("least")
        density = scale * least
    }

    func look(at items: Range<Int>, _ frames: [Rect], _ findings: inout ScreenFindings) {
        var item = items.lowerBound
        for frame in frames {
            if frame.width * density > Double(widths[item]), hasPixels(item) { add(item, frame, &findings) }
            item += 1
        }
    }

    private func add(_ item: Int, _ frame: Rect, _ findings: inout ScreenFindings) {
        let share = Double(widths[item]) / (frame.width * scale)
        findings.add(
            Self.rule, item,
            """
            it is \(widths[item]) pixels wide, and its cell of \(frame.width.shown) points shows \
            \((frame.width * scale).rounded().shown) at scale \(scale.shown); \
            \(share * 2 < least ? "that is a thumbnail" : "it will be blurred")
            """, severity: share * 2 < least ? nil : .warning)
    }
}
