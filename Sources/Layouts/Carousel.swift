/// One line of items that scrolls sideways; items shrink with their distance from the middle of
/// the screen, and scrolling comes to rest with one of them there. Sections do not interrupt the line.
public struct Carousel: Layout {
    public let viewport: Size
    public private(set) var sections = SectionTable()
    private let itemWidth: Double
    private let measure: ItemMeasure
    private let pitch: Double
    private let lineSpacing: Double
    private let inset: Insets
    /// The heights of the items, where pictures give them.
    private var heights: [Double] = []

    public init(
        viewport: Size, item: ItemSizing = .fixed(Size(width: 160, height: 160)), lineSpacing: Double = 10,
        inset: Insets = Insets(0)
    ) throws(LayoutError) {
        try Bounds.check(viewport: viewport)
        try Bounds.check(inset)
        try Bounds.check(lineSpacing, "line-spacing")
        try item.check()
        guard viewport.height - inset.top - inset.bottom > 0 else {
            throw LayoutError("inset", "\(inset.top) and \(inset.bottom) leave nothing of a height of \(viewport.height)")
        }
        switch item {
        case .fixed(let size):
            itemWidth = size.width
            measure = .fixed(length: size.width, depth: size.height)
        case .width(let width):
            itemWidth = width
            measure = .shapedDepth(length: width, roundsUp: false, isHorizontal: false)
        case .columns(let columns):
            let room = viewport.width - inset.left - inset.right
            itemWidth = try ItemSizing.side(of: columns, room: room, gap: lineSpacing)
            measure = .shapedDepth(length: itemWidth, roundsUp: true, isHorizontal: false)
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

    public var promises: LayoutPromises {
        var promises = LayoutPromises()
        promises.scrollsHorizontally = true
        if case .fixed = measure { promises.shapedSide = nil }
        return promises
    }

    /// In the middle of the line, or at its top if it is taller.
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

    public mutating func append(_ page: Page) {
        _ = sections.append(page)
        for index in 0..<page.count {
            guard let height = measure.own(width: page.widths[index], height: page.heights[index]) else { break }
            heights.append(height)
        }
    }

    public mutating func truncate(to mark: LayoutMark) {
        sections.truncate(to: mark)
        if !heights.isEmpty { heights.removeSubrange(mark.items...) }
    }
}

// MARK: What depends on the offset

extension Carousel {
    /// The item's scale about its centre, with the content scrolled to an offset: 1 in the middle
    /// of the screen, 0 a screen's width from it, negative beyond.
    public func scale(of item: Int, at offset: Double) -> Double {
        1 - (frame(of: item).midX - (offset + viewport.width / 2)).magnitude / viewport.width
    }

    /// The items on screen that have no size left.
    public func vanished(at offset: Double) -> [Int] {
        items(meeting: screen(at: offset)).filter { scale(of: $0, at: offset) <= 0 }
    }

    /// Where scrolling comes to rest when it was about to stop at an offset.
    public func snapped(_ offset: Double) -> Double {
        let middle = offset + viewport.width / 2
        let distances = items(meeting: screen(at: offset)).map { frame(of: $0).midX - middle }
        guard let least = distances.min(by: { $0.magnitude < $1.magnitude }) else { return offset }
        return offset + least
    }

    private func screen(at offset: Double) -> Rect {
        Rect(x: offset, y: 0, width: viewport.width, height: viewport.height)
    }

    /// The items that no offset brings to the middle: insets of (W - item width) / 2 leave none.
    public var unreachable: [Range<Int>] {
        let farthest = contentSize.width - viewport.width
        let slack = hair(contentSize.width)
        guard farthest >= -slack else { return count > 0 ? [0..<count] : [] }
        let leading = partition(0..<count) { frame(of: $0).midX - viewport.width / 2 < -slack }
        let trailing = partition(leading..<count) { frame(of: $0).midX - viewport.width / 2 <= farthest + slack }
        return [0..<leading, trailing..<count].filter { !$0.isEmpty }
    }
}
