/// Finds the widths at which a flow puts n items on a line if each is exactly as wide as a column. In
/// real numbers n always fit; in floating point they may add up to slightly more than the line.
///
/// Phones do not publish their order of arithmetic, so a width is safe only if all orders agree.
public struct ExactFit: Sendable {
    /// How many items should fill the line.
    public let columns: Int
    /// The space around the line; the left and the right count.
    public let inset: Insets
    /// The gap between two items, in points.
    public let spacing: Double

    /// The widths at which so many equal items should fill a line.
    public init(columns: Int = 3, inset: Insets = Insets(10), spacing: Double = 10) throws(LayoutError) {
        try ParameterLimits.check(columns: columns)
        try ParameterLimits.check(inset)
        try ParameterLimits.check(spacing, "interitem-spacing")
        self.columns = columns
        self.inset = inset
        self.spacing = spacing
    }

    /// Whether a line of a viewport's width holds the items in every order of arithmetic.
    public func verdict(at width: Double) throws(LayoutError) -> FitVerdict {
        try ParameterLimits.check(side: width, "width")
        let line: UniformLine<Double> = line(width)
        let floatLine: UniformLine<Float> = self.line(width)
        guard line.item > 0, floatLine.item > 0 else {
            throw ColumnPlan.noRoom(for: columns, in: width)
        }
        return FitVerdict(
            width: width, itemWidth: line.item, excess: try excess(of: line.item, at: width),
            breaks: ArithmeticOrder.breaking(columns, line, floatLine))
    }

    private func line<Number: BinaryFloatingPoint>(_ width: Double) -> UniformLine<Number> {
        UniformLine.filled(by: columns, room: Number(width) - Number(inset.left) - Number(inset.right), gap: Number(spacing))
    }

    /// Exact: every number here is a whole multiple of 2^-80, so integers hold it without rounding.
    private func excess(of item: Double, at width: Double) throws(LayoutError) -> Double {
        let unit = 0x1p80
        func exact(_ number: Double) throws(LayoutError) -> Int128 {
            guard let whole = Int128(exactly: number * unit) else {
                throw LayoutError("interitem-spacing", "\(number) has digits too fine to be added up exactly")
            }
            return whole
        }
        let gaps = try exact(spacing) * Int128(columns - 1)
        let room = try exact(width) - exact(inset.left) - exact(inset.right)
        return Double(try exact(item) * Int128(columns) + gaps - room) / unit
    }
}

/// Whether one viewport width is safe.
public struct FitVerdict: Equatable, Sendable {
    /// Of the viewport, in points.
    public let width: Double
    /// Of each item, in points, as computed in Double.
    public let itemWidth: Double
    /// By how much the items and gaps, added up exactly, are longer than the line; negative if shorter.
    public let excess: Double
    /// The orders in which the line does not hold n items.
    public let breaks: [ArithmeticOrder]

    /// Whether the line holds n items in every order.
    public var isSafe: Bool { breaks.isEmpty }
}

/// Items that fill a flow's lines so exactly that the phone may put one fewer on each line.
public struct TightFit: Equatable, Sendable {
    /// The first section that has such lines; nil if all sections have.
    public let section: Int?
    /// The viewport's extent along the lines: its width, or in a horizontal flow its height.
    public let extent: Double
    /// Whether the flow scrolls sideways, and its lines run from top to bottom.
    public let isHorizontal: Bool
    /// How many items fill the line.
    public let columns: Int
    /// The length of each item along the line.
    public let length: Double
    /// The orders in which the line does not hold that many items.
    public let breaks: [ArithmeticOrder]
}

extension TightFit: CustomStringConvertible {
    /// One sentence without a full stop: the width, the orders that break the line, and the remedy.
    public var description: String {
        let orders = breaks.map(\.rawValue).joined(separator: ", ")
        let sectionText = section.map { "section \($0), " } ?? ""
        return """
            \(sectionText)\(isHorizontal ? "height" : "width") \(numberText(extent)): \(columns) items of \(numberText(length)) fill \
            the line to a hair, and it breaks after \(columns - 1) when \(orders); give them whole points, as \
            columns=\(columns) does
            """
    }
}

/// The lines of a flow's section, if all items have one length.
public struct LineShape: Equatable, Sendable {
    /// The first section that has such lines; nil if all sections have.
    public let section: Int?
    /// The viewport's extent along the lines, in points.
    public let extent: Double
    /// The inset before the first item of a line.
    public let start: Double
    /// The inset behind the last item of a line.
    public let end: Double
    /// The extent without the insets.
    public let room: Double
    /// The length of each item along the line.
    public let length: Double
    /// The least gap between two items.
    public let gap: Double
    /// Whether the length was made of whole points, so that a given number of items fit.
    public let isOfColumns: Bool
    /// Whether the flow scrolls sideways, and its lines run from top to bottom.
    public let isHorizontal: Bool

    init?(_ plan: FlowPlan, section: Int?) {
        guard let length = plan.measure.length else { return nil }
        let inset = plan.parameters.uprightInset
        self.section = section
        extent = plan.parameters.lineExtent
        start = inset.left
        end = inset.right
        room = plan.lineLength
        self.length = length
        gap = plan.parameters.interitemSpacing
        isOfColumns = if case .columns = plan.parameters.item { true } else { false }
        isHorizontal = plan.isHorizontal
    }

    /// Items that miss the end of the line by less than this were meant to fill it. It also covers an
    /// item width that was typed with two decimals.
    private static let intendedFit = 0.05

    /// Set if some order of arithmetic puts fewer items on a line than fit in real numbers.
    public var tightFit: TightFit? {
        let columns = ((room + gap) / (length + gap)).rounded()
        guard columns >= 2, (columns * (length + gap) - gap - room).magnitude < Self.intendedFit else { return nil }
        let line = UniformLine(room: room, item: length, gap: gap)
        let floatRoom = Float(extent) - Float(start) - Float(end)
        var floatLine = UniformLine(room: floatRoom, item: Float(length), gap: Float(gap))
        // An app that computes in Float also divides in Float.
        if length == UniformLine.filled(by: Int(columns), room: room, gap: gap).item {
            floatLine = .filled(by: Int(columns), room: floatRoom, gap: Float(gap))
        }
        let breaks = ArithmeticOrder.breaking(Int(columns), line, floatLine)
        guard !breaks.isEmpty else { return nil }
        return TightFit(
            section: section, extent: extent, isHorizontal: isHorizontal, columns: Int(columns), length: length,
            breaks: breaks)
    }
}

/// A line and items of one length, computed in Double or in Float.
struct UniformLine<Number: BinaryFloatingPoint> {
    let room: Number
    let item: Number
    let gap: Number

    /// Items that are exactly as wide as columns.
    static func filled(by columns: Int, room: Number, gap: Number) -> UniformLine {
        UniformLine(room: room, item: (room - gap * Number(columns - 1)) / Number(columns), gap: gap)
    }

    /// Whether the line holds exactly this many items if each is subtracted from the room that is left.
    func holdsSubtracting(_ columns: Int) -> Bool {
        let cost = item + gap
        var left = room - item
        var count = 1
        while count <= columns, left >= cost {
            left -= cost
            count += 1
        }
        return count == columns
    }

    /// The same if each is added to the room that is used.
    func holdsAdding(_ columns: Int) -> Bool {
        let cost = item + gap
        var used = item
        var count = 1
        while count <= columns, used + cost <= room {
            used += cost
            count += 1
        }
        return count == columns
    }
}

/// One way to compute whether an item still fits on a line.
public enum ArithmeticOrder: String, CaseIterable, Sendable {
    case subtracting, adding
    case subtractingInFloat = "subtracting in Float"
    case addingInFloat = "adding in Float"

    /// The orders in which a line does not hold exactly this many items.
    static func breaking(
        _ columns: Int, _ double: UniformLine<Double>, _ float: UniformLine<Float>
    ) -> [ArithmeticOrder] {
        allCases.filter { order in
            switch order {
            case .subtracting: !double.holdsSubtracting(columns)
            case .adding: !double.holdsAdding(columns)
            case .subtractingInFloat: !float.holdsSubtracting(columns)
            case .addingInFloat: !float.holdsAdding(columns)
            }
        }
    }
}
