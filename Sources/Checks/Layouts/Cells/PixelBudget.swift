import Layouts

/// Pictures that have far more pixels than their cells show.
struct PixelBudget: LayoutRule {
    static let rule = Rule(
        "pixel-budget", .layouts, .info, "no picture has far more pixels than its cell shows",
        explanation: """
            A phone decodes all pixels, at four bytes each. A list of originals scrolls badly, and the system ends the \
            app for its memory.
            """,
        example: #"{"w":3000,"h":4125,"img":"a.jpg","price":"¥169"}, whose cell of 112 points shows 336x462 pixels at scale 3"#,
        remedy: "Let the server scale pictures down for lists, or raise `most`.",
        parameters: [
            RuleParameter(
                "most", default: .number(50), in: 1 ... .infinity,
                "how many times as many pixels as its cell a picture may have")
        ])

    private let pictures: PicturePage
    private let scale: Double
    /// The points below each picture that do not show it.
    private let strip: Double
    private let most: Double

    init?(_ layoutCase: LayoutCase, _ parameters: RuleParameters) {
        guard let scale = layoutCase.screen.scale else { return nil }
        self.scale = scale
        pictures = layoutCase.pictures.whole
        strip = layoutCase.layout.guaranteesDiffer ? 0 : layoutCase.layout.guarantees.extraHeight
        most = parameters.number("most")
    }

    func look(at items: Range<Int>, _ frames: [Rect], _ findings: inout ScreenFindings) {
        var item = items.lowerBound
        for frame in frames {
            let (width, height) = (Double(pictures.widths[item]), Double(pictures.heights[item]))
            let own = pictures.extraHeights.isEmpty ? 0 : pictures.extraHeights[item]
            // The side that needs more pixels decides, since the rest of the picture is cropped.
            let factor = scale * max(frame.width / width, (frame.height - strip - own) / height)
            if most * factor * factor < 1 {
                findings.add(
                    Self.rule, item,
                    """
                    it has \(width.whole)x\(height.whole) pixels, \((1 / (factor * factor)).shown) times the \
                    \((width * factor).whole)x\((height * factor).whole) that it is shown with at scale \(scale.shown); \
                    \(most.shown) times is the most
                    """)
            }
            item += 1
        }
    }
}

extension Double {
    fileprivate var whole: String { rounded().shown }
}
