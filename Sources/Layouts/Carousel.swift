/// A horizontal flow whose items shrink with their distance from the middle of the screen, and which comes to rest
/// with one item in the middle. A view that is high enough holds several rows, filled downwards first. Sections do
/// not interrupt the lines.
public struct Carousel: FlowLayout {
    /// The screen; the view may be lower.
    public let viewport: Size
    /// Whether `snapped` has the defect of the published code, which nothing can be computed with.
    package let isAsWritten: Bool
    /// As the pages have them; the lines go on across their ends.
    public private(set) var sections = SectionTable()
    private(set) var lines: FlowLines

    /// The view is as high as the screen unless `viewHeight` says otherwise.
    public init(
        viewport: Size, viewHeight: Double? = nil, item: ItemSizing = .fixed(Size(width: 160, height: 160)),
        lineSpacing: Double = 10, interitemSpacing: Double = 10, inset: Insets = Insets(0), asWritten: Bool = false
    ) throws(LayoutError) {
        try ParameterLimits.check(viewport: viewport)
        let height = viewHeight ?? viewport.height
        try ParameterLimits.check(screenSide: height, "view-height")
        var parameters = FlowParameters(viewport: Size(width: viewport.width, height: height))
        parameters.direction = .horizontal
        parameters.item = item
        parameters.lineSpacing = lineSpacing
        parameters.interitemSpacing = interitemSpacing
        parameters.inset = inset
        if case .columns(let columns) = item {
            // Across the screen, and not rows as in a flow.
            let room = viewport.width - inset.left - inset.right
            let width = try ItemSizing.side(of: columns, room: room, gap: lineSpacing)
            lines = FlowLines(try FlowPlan(parameters, measure: .lengthFromPicture(depth: width, roundsUp: true)))
        } else {
            lines = FlowLines(try FlowPlan(parameters))
        }
        self.viewport = viewport
        isAsWritten = asWritten
        // The insets are there without items, too.
        lines.append(.empty)
    }

    var keepsLines: Bool { true }
    /// As wide as all lines with their insets, and as high as the view.
    public var contentSize: Size { Size(width: lines.end, height: view.height) }

    /// The rows are not meant to fill the view's height.
    public var lineShapes: [LineShape] { [] }
    /// The start of the last line, to which an append may add items.
    public var frontier: Double { lines.frontier }

    /// The frame without the scale that depends on the offset.
    public func frame(of item: Int) -> Rect { swappingAxes(lines.uprightFrame(of: item)) }
    /// By their frames without the scale that depends on the offset.
    public func items(meeting rect: Rect) -> [Int] { lines.items(meetingUpright: swappingAxes(rect)) }

    /// Goes on with the last line, whatever sections the page has.
    public mutating func append(_ page: PicturePage) {
        _ = sections.append(page)
        lines.append(page.continuingSection)
    }

    /// Goes back to an earlier mark of this carousel.
    public mutating func truncate(to mark: LayoutMark) {
        sections.truncate(to: mark)
        lines.truncate(to: LayoutMark(items: mark.items, sections: 1))
    }

    /// The view that shows the carousel, which may be lower than the screen.
    package var view: Size { lines.plan.parameters.viewport }

    /// How many items stand below each other at most.
    package var rows: Int { lines.itemsByLine.reduce(0) { max($0, $1.count) } }

    /// The first item that stands below another one.
    package var firstBelow: Int? { lines.itemsByLine.first { $0.count > 1 }.map { $0.lowerBound + 1 } }
}

extension Carousel {
    static let kind = LayoutKind(
        name: "carousel", about: "a horizontal flow, scaled by distance from the centre, snapping",
        parameters: LayoutParameter.itemSizes(default: defaultItem) + [
            .lineSpacing(10), .interitemSpacing(10), .inset(0),
            LayoutParameter("view-height", .length, defaultText: "the screen's", "the height of the view, which rows fill"),
            .asWritten("to come to rest where nothing is on screen, the code adds MAXFLOAT, which `snap` reports"),
        ],
        traits: [.snapping]
    ) { (space, settings) throws(LayoutError) in
        try Carousel(
            viewport: space.viewport, viewHeight: try space.viewHeight(settings.lengthIfSet("view-height")),
            item: try settings.item(default: .fixed(defaultItem)), lineSpacing: settings.length("line-spacing"),
            interitemSpacing: settings.length("interitem-spacing"), inset: settings.inset, asWritten: settings.isAsWritten)
    }

    private static let defaultItem = Size(width: 160, height: 160)
}
