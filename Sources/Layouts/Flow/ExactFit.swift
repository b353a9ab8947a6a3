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

    /// `isFloored` rounds the items down to whole points, as apps do to avoid the problem.
    public func verdict(at width: Double, isFloored: Bool = false) throws(LayoutError) -> FitVerdict {
        try ParameterLimits.check(side: width, "width")
        let line: UniformLine<Double> = line(width, isFloored)
        let floatLine: UniformLine<Float> = self.line(width, isFloored)
        guard line.item > 0, floatLine.item > 0 else {
            throw ColumnPlan.noRoom(for: columns, in: width)
        }
        return FitVerdict(
            width: width, itemWidth: line.item, excess: try excess(of: line.item, at: width),
            breaks: ArithmeticOrder.breaking(columns, line, floatLine))
    }

    private func line<Number: BinaryFloatingPoint>(_ width: Double, _ isFloored: Bool) -> UniformLine<Number> {
        let room = Number(width) - Number(inset.left) - Number(inset.right)
        let line = UniformLine.filled(by: columns, room: room, gap: Number(spacing))
        return isFloored ? UniformLine(room: room, item: line.item.rounded(.down), gap: line.gap) : line
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

    /// Whole widths and the halves and thirds between them: screens have whole pixels, and points are
    /// pixels divided by 1, 2 or 3.
    public static func widths(from first: Int = 240, through last: Int = 1400) -> [Double] {
        let sixths = stride(from: 6 * first, through: 6 * last, by: 1).filter { [0, 2, 3, 4].contains($0 % 6) }
        return sixths.map { Double($0) / 6 }
    }

    /// The widths at which at least one order breaks the line.
    public func unsafeWidths(among widths: [Double], isFloored: Bool = false) throws(LayoutError) -> [FitVerdict] {
        var verdicts: [FitVerdict] = []
        for width in widths {
            let verdict = try verdict(at: width, isFloored: isFloored)
            if !verdict.isSafe { verdicts.append(verdict) }
        }
        return verdicts
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
