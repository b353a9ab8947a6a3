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

    private let cover: ContentCover

    init(_ layoutCase: LayoutCase, _ parameters: RuleParameters) { cover = ContentCover(of: layoutCase.layout) }

    func look(at items: Range<Int>, _ frames: [Rect], _ findings: inout ScreenFindings) {
        cover.check(items, frames, BoundingBox(of: frames)) { item, _, _, message in findings.add(Self.rule, item, message()) }
    }
}
