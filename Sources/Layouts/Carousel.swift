/// One line of items that scrolls sideways. Items shrink with their distance from the middle of the
/// screen, and scrolling stops with one item in the middle. Sections do not interrupt the line.
public struct Carousel: Layout {
    public let viewport: Size
    public private(set) var sections = SectionTable()
    private let itemWidth: Double
    private let measure: ItemMeasure
    private let pitch: Double
    private let lineSpacing: Double
    private let inset: Insets
    /// The items' heights if they follow from the pictures; else empty.
    private var heights: [Double] = []

    public init(
        viewport: Size, item: ItemSizing = .fixed(Size(width: 160, height: 160)), lineSpacing: Double = 10,
        inset: Insets = Insets(0)
    ) throws(LayoutError) {
        try ParameterLimits.check(viewport: viewport)
        try ParameterLimits.check(inset)
        try ParameterLimits.check(lineSpacing, "line-spacing")
        try item.check()
        guard viewport.height - inset.top - inset.bottom > 0 else {
            let insets = "\(numberText(inset.top)) and \(numberText(inset.bottom))"
            throw LayoutError("inset", "\(insets) leave nothing of a height of \(numberText(viewport.height))")
        }
        switch item {
        case .fixed(let size):
            itemWidth = size.width
            measure = .fixed(length: size.width, depth: size.height)
        case .width(let width):
            itemWidth = width
            measure = .depthFromPicture(length: width, roundsUp: false, isHorizontal: false)
        case .columns(let columns):
            let room = viewport.width - inset.left - inset.right
            itemWidth = try ItemSizing.side(of: columns, room: room, gap: lineSpacing)
            measure = .depthFromPicture(length: itemWidth, roundsUp: true, isHorizontal: false)
        }
        self.viewport = viewport
        self.lineSpacing = lineSpacing
        self.inset = inset
        pitch = itemWidth + lineSpacing
    }

    private func x(of item: Int) -> Double { inset.left + Double(item) * pitch }

    public var contentSize: Size {
        let line = count > 0 ? Double(count) * itemWidth + Double(count - 1) * lineSpacing : 0
        return Size(width: inset.left + line + inset.right, height: viewport.height)
    }

    public var frontier: Double { x(of: count) }

    public var guarantees: LayoutGuarantees {
        var guarantees = LayoutGuarantees()
        guarantees.scrollsHorizontally = true
        guarantees.gap = lineSpacing
        if case .fixed = measure { guarantees.sideFromPicture = nil }
        return guarantees
    }

    /// The item is centred on the line; one that is taller than the line starts at its top.
    public func frame(of item: Int) -> Rect {
        let height = if case .fixed(_, let height) = measure { height } else { heights[item] }
        let room = viewport.height - inset.top - inset.bottom
        return Rect(x: x(of: item), y: inset.top + max(0, (room - height) / 2), width: itemWidth, height: height)
    }

    public func items(meeting rect: Rect) -> [Int] {
        let first = ((rect.x - inset.left) / pitch - 2).clamped(to: 0...Double(count))
        let last = ((rect.maxX - inset.left) / pitch + 2).clamped(to: 0...Double(count))
        guard first <= last else { return [] }
        return (Int(first)..<Int(last)).filter { frame(of: $0).meets(rect) }
    }

    public mutating func append(_ page: PicturePage) {
        _ = sections.append(page)
        for index in 0..<page.count {
            guard let height = measure.extent(width: page.widths[index], height: page.heights[index]) else { break }
            heights.append(height)
        }
    }

    public mutating func truncate(to mark: LayoutMark) {
        sections.truncate(to: mark)
        if !heights.isEmpty { heights.removeSubrange(mark.items...) }
    }
}

extension Carousel {
    static let kind = LayoutKind(
        name: "carousel", about: "one line that scrolls sideways, scaled by distance from the centre, snapping",
        parameters: LayoutParameter.itemSizes(default: defaultItem) + [.lineSpacing(10), .inset(0)],
        traits: [.snapping]
    ) { (viewport, settings) throws(LayoutError) in
        try Carousel(
            viewport: viewport, item: try settings.item(default: .fixed(defaultItem)),
            lineSpacing: settings.length("line-spacing"), inset: settings.inset)
    }

    private static let defaultItem = Size(width: 160, height: 160)
}
