/// A flow's parameters, checked and converted to the flow's own axes: lines lie across the scrolling
/// direction, vertical or horizontal.
struct FlowPlan: Sendable {
    let parameters: FlowParameters
    let measure: ItemMeasure
    let lineStart: Double
    let lineLength: Double
    /// The inset before a section's lines.
    let leadingInset: Double
    /// The inset behind a section's lines.
    let trailingInset: Double
    /// The places of a full line's items if all have one length; else empty.
    let places: [Double]

    var isHorizontal: Bool { parameters.isHorizontal }
    /// How many items a line holds if all have one length; else 0.
    var capacity: Int { places.count }

    /// Whether items of different depths can share a line.
    var mixesDepths: Bool {
        if case .depthFromPicture = measure { capacity > 1 } else { false }
    }

    /// `measure` replaces the way to size items that the parameters name.
    init(_ parameters: FlowParameters, measure sizing: ItemMeasure? = nil) throws(LayoutError) {
        try ParameterLimits.check(viewport: parameters.viewport)
        try ParameterLimits.check(parameters.inset)
        try ParameterLimits.check(parameters.lineSpacing, "line-spacing")
        try ParameterLimits.check(parameters.interitemSpacing, "interitem-spacing")
        try ParameterLimits.check(parameters.header, "header")
        try ParameterLimits.check(parameters.footer, "footer")
        try parameters.item.check()
        self.parameters = parameters
        let inset = parameters.uprightInset
        let extent = parameters.lineExtent
        lineStart = inset.left
        lineLength = extent - inset.left - inset.right
        leadingInset = inset.top
        trailingInset = inset.bottom
        guard lineLength > 0 else {
            throw LayoutError(
                "inset",
                "\(numberText(inset.left)) and \(numberText(inset.right)) leave nothing of a viewport of \(numberText(extent))")
        }
        if let sizing {
            measure = sizing
        } else {
            measure = try Self.measure(parameters, lineLength)
        }
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
                ? .lengthFromPicture(depth: width, roundsUp: false)
                : .depthFromPicture(length: width, roundsUp: false, isHorizontal: false)
        case .columns(let columns):
            let side = try ItemSizing.side(of: columns, room: room, gap: parameters.interitemSpacing)
            return .depthFromPicture(length: side, roundsUp: true, isHorizontal: isHorizontal)
        }
    }

    /// The places on a full line of items of one length. A section's last line has the same places,
    /// since it is spaced as if it were full.
    private static func places(
        _ length: Double?, from start: Double, over room: Double, gap: Double
    ) throws(LayoutError) -> [Double] {
        guard let length else { return [] }
        var line = LineFilling(room: room, gap: gap)
        while line.addIfRoom(length) {
            guard line.count <= ParameterLimits.maxColumns else {
                throw LayoutError("item-size", "more than \(ParameterLimits.maxColumns) items of \(length) fit one line")
            }
        }
        let spacing = line.spacing
        var places = [start + line.indent]
        for _ in 1..<line.count { places.append(places[places.count - 1] + (length + spacing)) }
        return places
    }
}

/// A line that is being filled. It subtracts lengths from the room that is left, since adding them up
/// would break lines at other widths.
struct LineFilling {
    private var left: Double
    private let gap: Double
    private(set) var count = 0

    init(room: Double, gap: Double) {
        left = room
        self.gap = gap
    }

    /// Adds an item if it fits. The first one always does.
    mutating func addIfRoom(_ length: Double) -> Bool {
        let cost = count == 0 ? length : length + gap
        guard count == 0 || left >= cost else { return false }
        left -= cost
        count += 1
        return true
    }

    /// Fills the line with as many of these items as fit, and returns how many they are. If all fit, the line is the
    /// section's last one: it is spaced as if copies of its last item filled it, 65,535 at most.
    mutating func fill(_ lengths: some Collection<Double>) -> Int {
        var last = 0.0
        for length in lengths {
            guard addIfRoom(length) else { return count }
            last = length
        }
        let added = count
        while added > 0, count < ParameterLimits.maxColumns, addIfRoom(last) {}
        return added
    }

    /// The space between neighbours, if the line is full.
    var spacing: Double { count > 1 ? gap + left / Double(count - 1) : gap }
    /// The space before the first item: a single item is centred, unless it is longer than the line.
    var indent: Double { count == 1 ? max(0, left / 2) : 0 }
}
