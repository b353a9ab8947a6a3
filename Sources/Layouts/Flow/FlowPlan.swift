/// A flow's parameters, checked and read along its own axes: lines lie across the scrolling
/// direction, whichever that is.
struct FlowPlan: Sendable {
    let parameters: FlowParameters
    let measure: ItemMeasure
    /// Where lines begin, and how long they are.
    let lineStart: Double
    let lineLength: Double
    /// The insets before and behind a section's lines.
    let lead: Double
    let trail: Double
    /// The places of a full line's items when all are of one length; else empty.
    let places: [Double]

    var isHorizontal: Bool { parameters.isHorizontal }
    /// How many items of one length a line holds.
    var capacity: Int { places.count }

    /// Whether items of different depths can share a line.
    var mixesDepths: Bool {
        if case .shapedDepth = measure { capacity > 1 } else { false }
    }

    init(_ parameters: FlowParameters) throws(LayoutError) {
        try Bounds.check(viewport: parameters.viewport)
        try Bounds.check(parameters.inset)
        try Bounds.check(parameters.lineSpacing, "line-spacing")
        try Bounds.check(parameters.interitemSpacing, "interitem-spacing")
        try Bounds.check(parameters.header, "header")
        try Bounds.check(parameters.footer, "footer")
        try parameters.item.check()
        self.parameters = parameters
        let inset = parameters.uprightInset
        let extent = parameters.lineExtent
        lineStart = inset.left
        lineLength = extent - inset.left - inset.right
        lead = inset.top
        trail = inset.bottom
        guard lineLength > 0 else {
            throw LayoutError(
                "inset",
                "\(figure(inset.left)) and \(figure(inset.right)) leave nothing of a viewport of \(figure(extent))")
        }
        measure = try Self.measure(parameters, lineLength)
        places = try Self.places(measure.length, from: lineStart, over: lineLength, gap: parameters.interitemSpacing)
    }

    private static func measure(_ parameters: FlowParameters, _ room: Double) throws(LayoutError) -> ItemMeasure {
        let isHorizontal = parameters.isHorizontal
        switch parameters.item {
        case .fixed(let size):
            let size = isHorizontal ? size.turned : size
            return .fixed(length: size.width, depth: size.height)
        case .width(let width):
            return isHorizontal
                ? .shapedLength(depth: width) : .shapedDepth(length: width, roundsUp: false, isHorizontal: false)
        case .columns(let columns):
            let side = try ItemSizing.side(of: columns, room: room, gap: parameters.interitemSpacing)
            return .shapedDepth(length: side, roundsUp: true, isHorizontal: isHorizontal)
        }
    }

    /// A full line of items of one length. A section's last line has the same places, since it is
    /// spaced as if it were full.
    private static func places(
        _ length: Double?, from start: Double, over room: Double, gap: Double
    ) throws(LayoutError) -> [Double] {
        guard let length else { return [] }
        var line = LineFilling(room: room, gap: gap)
        while line.takes(length) {
            guard line.count <= Bounds.columns else {
                throw LayoutError("item-size", "more than \(Bounds.columns) items of \(length) fit one line")
            }
        }
        let spacing = line.spacing
        var places = [start + line.indent]
        for _ in 1..<line.count { places.append(places[places.count - 1] + (length + spacing)) }
        return places
    }
}

/// A line that is being filled. By subtraction, since adding up breaks lines at other widths.
struct LineFilling {
    private var left: Double
    private let gap: Double
    private(set) var count = 0

    init(room: Double, gap: Double) {
        left = room
        self.gap = gap
    }

    /// Takes one item more if there is room for it. The first is always taken.
    mutating func takes(_ length: Double) -> Bool {
        let cost = count == 0 ? length : length + gap
        guard count == 0 || left >= cost else { return false }
        left -= cost
        count += 1
        return true
    }

    /// The space between neighbours when the line is full.
    var spacing: Double { count > 1 ? gap + left / Double(count - 1) : gap }
    /// The space before the first: one item alone is centred, unless it is longer than the line.
    var indent: Double { count == 1 ? max(0, left / 2) : 0 }
}
