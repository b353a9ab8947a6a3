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
    /// The start of each item along a full line, if all have one length; else empty.
    let itemStarts: [Double]

    var isHorizontal: Bool { parameters.isHorizontal }
    /// How many items a line holds if all have one length; else 0.
    var capacity: Int { itemStarts.count }

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
        itemStarts = try Self.itemStarts(measure.length, from: lineStart, over: lineLength, gap: parameters.interitemSpacing)
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

    /// The starts on a full line of items of one length. A section's last line has the same starts,
    /// since it is spaced as if it were full.
    private static func itemStarts(
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
        var starts = [start + line.indent]
        for _ in 1..<line.count { starts.append(starts[starts.count - 1] + (length + spacing)) }
        return starts
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

/// The plans of a flow's sections. Sections that have no parameters of their own share the first one.
struct SectionPlans: Sendable {
    let all: [FlowPlan]
    /// The index in `all` of each plan that belongs to one section, by the section's number or name.
    private let numbers: [String: Int32]
    // Whether at least one section needs these figures of items and lines stored.
    let storeStarts: Bool
    let storeDepths: Bool
    let storeExtents: Bool

    /// The key of the parameters of all sections that are not named.
    static let others = "*"

    /// `check` refuses a plan that the layout cannot have.
    init(
        _ parameters: FlowParameters, sections: [String: FlowParameters], check: (FlowPlan) throws(LayoutError) -> Void = { _ in }
    ) throws(LayoutError) {
        let common = sections[Self.others] == nil ? nil : Self.others
        var all = [try Self.plan(sections[Self.others] ?? parameters, of: common, check)]
        var numbers: [String: Int32] = [:]
        // Sorted, so that the message about several mistakes does not vary.
        for (key, own) in sections.sorted(by: { $0.key < $1.key }) where key != Self.others {
            guard own.viewport == parameters.viewport, own.direction == parameters.direction else {
                throw LayoutError("sections", "\"\(key)\": viewport and direction belong to the whole layout")
            }
            numbers[key] = Int32(all.count)
            all.append(try Self.plan(own, of: key, check))
        }
        self.init(all, numbers)
    }

    init(_ plan: FlowPlan) { self.init([plan], [:]) }

    private init(_ all: [FlowPlan], _ numbers: [String: Int32]) {
        self.all = all
        self.numbers = numbers
        storeStarts = all.contains { $0.capacity == 0 }
        storeDepths = all.contains(where: \.mixesDepths)
        storeExtents = all.contains { if case .fixed = $0.measure { false } else { true } }
    }

    private static func plan(
        _ parameters: FlowParameters, of key: String?, _ check: (FlowPlan) throws(LayoutError) -> Void
    ) throws(LayoutError) -> FlowPlan {
        do throws(LayoutError) {
            let plan = try FlowPlan(parameters)
            try check(plan)
            return plan
        } catch {
            guard let key else { throw error }
            throw LayoutError("sections", "\"\(key)\": \(error)")
        }
    }

    /// The index in `all` of a section's plan.
    func number(of section: Int, in table: SectionTable) -> Int32 {
        numbers[table.names.isEmpty ? String(section) : table.names[section]] ?? 0
    }
}

/// How an item's size is found, on a flow's own axes: its length along the line, and its depth along
/// the scrolling direction.
enum ItemMeasure: Equatable, Sendable {
    case fixed(length: Double, depth: Double)
    /// The depth follows from the picture's aspect ratio.
    case depthFromPicture(length: Double, roundsUp: Bool, isHorizontal: Bool)
    /// The length follows from the picture's aspect ratio: a fixed width in a horizontal flow, whose lines
    /// are vertical.
    case lengthFromPicture(depth: Double, roundsUp: Bool)

    /// The length of all items; nil if they differ.
    var length: Double? {
        switch self {
        case .fixed(let length, _), .depthFromPicture(let length, _, _): length
        case .lengthFromPicture: nil
        }
    }

    /// The side that follows from a picture of this size; nil if the size is fixed.
    func extent(width: Int32, height: Int32) -> Double? {
        switch self {
        case .fixed: return nil
        case .lengthFromPicture(let depth, let roundsUp):
            let length = Double(height) / Double(width) * depth
            return roundsUp ? length.rounded(.up) : length
        case .depthFromPicture(let length, let roundsUp, let isHorizontal):
            let ratio = isHorizontal ? Double(width) / Double(height) : Double(height) / Double(width)
            return roundsUp ? (ratio * length).rounded(.up) : ratio * length
        }
    }
}
