/// The positions of columns, and the gaps between their items.
struct ColumnPlan: Equatable, Sendable {
    let viewport: Size
    var columns: Int
    /// The left edge of the first column.
    let left: Double
    /// The width of each column.
    let width: Double
    /// The distance from a column's left edge to the next one's.
    let pitch: Double
    /// The space right of the last column.
    let right: Double
    /// The bottom of a column that has no items.
    let top: Double
    /// The gap above a column's first item.
    let gapAboveFirst: Double
    /// The gap above every other item.
    let gapAbove: Double
    /// The space that each item adds below itself.
    let gapBelow: Double
    /// The space below the longest column.
    let bottomInset: Double
    /// The strip below each picture, part of its frame.
    let extraHeight: Double
    /// Whether the first items of a section go to the columns from left to right, one each.
    let startsSectionsInOrder: Bool
    /// How bottoms are read, which decides the columns of items and, in one layout, their tops.
    let reading: BottomReading

    func x(of column: Int) -> Double { left + Double(column) * pitch }

    /// The bottoms before the first item.
    var emptyBottoms: ColumnBottoms { ColumnBottoms(columns: columns, start: reading.placing(top), reading: reading) }

    /// The plan with more columns of the same width, which stand beyond the right inset.
    func widened(to columns: Int) -> ColumnPlan {
        var plan = self
        plan.columns = max(plan.columns, columns)
        return plan
    }

    /// Divides the width that insets and gaps leave of the viewport.
    static func width(
        viewport: Size, left: Double, right: Double, gap: Double, columns: Int
    ) throws(LayoutError) -> Double {
        try ParameterLimits.check(viewport: viewport)
        try ParameterLimits.check(columns: columns)
        let width = (viewport.width - left - right - gap * Double(columns - 1)) / Double(columns)
        guard width > 0 else { throw noRoom(for: columns, in: viewport.width) }
        return width
    }

    static func noRoom(for columns: Int, in width: Double) -> LayoutError {
        LayoutError(
            "columns", "\(columns) of them do not fit: insets and gaps leave nothing of a width of \(numberText(width))")
    }

    /// The columns that may meet a range of x, and one more on each side because of rounding.
    func columns(from minX: Double, to maxX: Double) -> Range<Int> {
        let first = ((minX - left) / pitch - 2).clamped(to: 0...Double(columns))
        let last = ((maxX - left) / pitch + 2).clamped(to: 0...Double(columns))
        return first <= last ? Int(first)..<Int(last) : 0..<0
    }
}

extension Double {
    /// A NaN becomes the lower bound.
    func clamped(to range: ClosedRange<Double>) -> Double {
        self > range.lowerBound ? (self < range.upperBound ? self : range.upperBound) : range.lowerBound
    }
}
