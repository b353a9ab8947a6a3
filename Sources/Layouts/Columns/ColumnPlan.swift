/// Where columns stand and what lies between their items: all that tells one column layout from another.
struct ColumnPlan: Equatable, Sendable {
    let viewport: Size
    let columns: Int
    /// The left edge of the first column, the width of each, and the distance from one to the next.
    let left: Double
    let width: Double
    let pitch: Double
    /// The space right of the last column.
    let right: Double
    /// The bottom of a column before its first item.
    let start: Double
    /// The gap above a column's first item, above every other, and what an item adds below itself.
    let firstLead: Double
    let lead: Double
    let trail: Double
    /// What the content has below the lowest bottom.
    let end: Double
    /// The strip below each picture.
    let extraHeight: Double
    /// Whether the first items of a section go to the columns in order.
    let fillsInOrder: Bool

    func x(of column: Int) -> Double { left + Double(column) * pitch }

    /// The width of a column: what insets and gaps leave of the viewport, divided.
    static func width(
        viewport: Size, left: Double, right: Double, gap: Double, columns: Int
    ) throws(LayoutError) -> Double {
        try Bounds.check(viewport: viewport)
        try Bounds.check(columns: columns)
        let width = (viewport.width - left - right - gap * Double(columns - 1)) / Double(columns)
        guard width > 0 else { throw noRoom(for: columns, in: viewport.width) }
        return width
    }

    static func noRoom(for columns: Int, in width: Double) -> LayoutError {
        LayoutError(
            "columns", "\(columns) of them do not fit: insets and gaps leave nothing of a width of \(figure(width))")
    }

    /// The columns that may meet a stretch across; one more on each side, for rounding.
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
