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

    /// This layout itself.
    public var carousel: Carousel? { self }
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
    ) { (space, parameters) throws(LayoutError) in
        try Carousel(
            viewport: space.viewport, viewHeight: try space.viewHeight(parameters.lengthIfSet("view-height")),
            item: try parameters.item(default: .fixed(defaultItem)), lineSpacing: parameters.length("line-spacing"),
            interitemSpacing: parameters.length("interitem-spacing"), inset: parameters.inset, asWritten: parameters.isAsWritten)
    }

    private static let defaultItem = Size(width: 160, height: 160)
}

// Results that depend on how far the carousel is scrolled.

extension Carousel {
    /// The item's scale about its own centre: 1 in the middle of the screen, 0 at a distance of one
    /// screen width, negative beyond.
    public func scale(of item: Int, at offset: Double) -> Double {
        1 - (frame(of: item).midX - (offset + viewport.width / 2)).magnitude / viewport.width
    }

    /// The items on screen whose scale is 0 or less.
    public func invisible(at offset: Double) -> [Int] {
        items(meeting: screen(at: offset)).filter { scale(of: $0, at: offset) <= 0 }
    }

    /// The offset at which scrolling stops instead of the proposed one: the nearest item is centred. Nil if nothing
    /// is on screen there. The published code then adds MAXFLOAT to the offset.
    public func snapped(_ offset: Double) -> Double? {
        let middle = offset + viewport.width / 2
        let distances = items(meeting: screen(at: offset)).map { frame(of: $0).midX - middle }
        return distances.min(by: { $0.magnitude < $1.magnitude }).map { offset + $0 }
    }

    private func screen(at offset: Double) -> Rect {
        Rect(x: offset, y: 0, width: view.width, height: view.height)
    }

    /// The greatest offset that scrolling can come to.
    private var lastOffset: Double { max(0, contentSize.width - viewport.width) }

    /// Offsets at which nothing is on screen.
    public struct EmptyStretch: Equatable, Sendable {
        /// From the first to the last such offset, in points.
        public let offsets: ClosedRange<Double>
        /// The item behind the stretch, or at the end the last item.
        public let item: Int
    }

    /// All offsets at which nothing is on screen, from the first to the last that scrolling can come to. They lie in
    /// insets and gaps as wide as the screen.
    public var emptyStretches: [EmptyStretch] {
        guard count > 0 else { return [] }
        var stretches: [EmptyStretch] = []
        var free = 0.0
        func add(upTo end: Double, _ item: Int) {
            if free <= end { stretches.append(EmptyStretch(offsets: free...end, item: item)) }
        }
        let isGapWide = lines.plan.parameters.lineSpacing >= viewport.width
        for items in isGapWide ? Array(lines.itemsByLine) : [0..<1] {
            let frame = frame(of: items.lowerBound)
            add(upTo: min(lastOffset, frame.x - viewport.width), items.lowerBound)
            free = frame.maxX
        }
        free = frame(of: count - 1).maxX
        add(upTo: lastOffset, count - 1)
        return stretches
    }

    /// The items that no offset brings to the middle. With insets of (W - item width) / 2 there are none.
    public var unreachable: [Range<Int>] {
        let maxOffset = contentSize.width - viewport.width
        let tolerance = roundingTolerance(contentSize.width)
        guard maxOffset >= -tolerance else { return count > 0 ? [0..<count] : [] }
        let leading = partitionPoint(0..<count) { frame(of: $0).midX - viewport.width / 2 < -tolerance }
        let trailing = partitionPoint(leading..<count) { frame(of: $0).midX - viewport.width / 2 <= maxOffset + tolerance }
        return [0..<leading, trailing..<count].filter { !$0.isEmpty }
    }
}
