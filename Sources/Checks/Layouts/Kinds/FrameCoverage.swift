import Layouts

struct FrameCoverage: LayoutRule {
    static let rule = Rule(
        "frame-coverage", .layouts, .error, "the content covers every frame",
        explanation: """
            Users cannot scroll to what lies outside the content. Usually an item of a flow or carousel is larger than \
            the screen.
            """,
        example: "a flow with item-size=400x50 on a screen of 375",
        remedy: "Choose items that fit the smallest screen without its insets.")

    private let content: Size
    private let tolerance: Double
    /// The same from top to bottom, where some engines round far more coarsely.
    private let depthTolerance: Double

    init(_ layoutCase: LayoutCase, _ parameters: RuleParameters) {
        content = layoutCase.layout.contentSize
        tolerance = roundingTolerance(max(content.width, content.height))
        depthTolerance = tolerance + layoutCase.layout.guarantees.depthRounding
    }

    func look(at items: Range<Int>, _ frames: [Rect], _ findings: inout ScreenFindings) {
        let box = BoundingBox(of: frames)
        // Written so that a content size of NaN covers nothing.
        let isCovered =
            box.minX >= -tolerance && box.minY >= -tolerance && box.maxX <= content.width + tolerance
            && box.maxY <= content.height + depthTolerance
        guard !isCovered else { return }
        for (item, frame) in zip(items, frames) {
            for (start, end, extent, tolerance) in [
                (frame.x, frame.maxX, content.width, tolerance), (frame.y, frame.maxY, content.height, depthTolerance),
            ] {
                if start >= -tolerance, end <= extent + tolerance { continue }
                findings.add(Self.rule, item, "picture \(item) reaches from \(start) to \(end) and the content from 0 to \(extent)")
            }
        }
    }
}
