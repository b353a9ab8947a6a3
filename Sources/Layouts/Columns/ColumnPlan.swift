/// The rule of the column layouts of iOS: points, columns of one width, and Doubles that are read as Floats in some places.
struct ColumnPlan: ColumnRule {
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
    let heightWhenEmpty: Double
    let dealing: Dealing
    /// How bottoms are read, which decides the columns of items and, in one layout, their tops.
    let reading: BottomReading

    func x(of column: Int) -> Double { left + Double(column) * pitch }
    func width(of column: Int) -> Double { width }

    var emptyBottoms: ColumnBottoms { ColumnBottoms(columns: columns, start: reading.placing(top), choice: .shortest(reading)) }

    // The phone computes in this order; another one would give other bits.

    @inline(__always)
    func height(_ pictureWidth: Int32, _ height: Int32, adding points: Double, in column: Int) -> Double {
        Double(height) / Double(pictureWidth) * width + (extraHeight + points)
    }

    @inline(__always)
    func top(below end: Double, isFirst: Bool) -> Double { end + (isFirst ? gapAboveFirst : gapAbove) }

    @inline(__always)
    func end(top: Double, height: Double) -> Double { reading.placing(top + height + gapBelow) }

    @inline(__always)
    func y(_ top: Double) -> Double { top }
    @inline(__always)
    func points(_ height: Double) -> Double { height }

    // As Doubles the bottoms of one column may be out of order; as they are read they are not.

    @inline(__always)
    func searchKey(top: Double, height: Double) -> Double { reading.placing(top + height) }
    func searchKey(reaching y: Double) -> Double { reading.placing(y) }

    func contentHeight(_ end: Double) -> Double { end + bottomInset }

    /// All items have one width and one gap.
    func guarantees(_ sections: SectionTable, contentHeight: Double) -> LayoutGuarantees {
        var guarantees = LayoutGuarantees()
        guarantees.across = left...viewport.width - right
        guarantees.width = width
        guarantees.extraHeight = extraHeight
        guarantees.gap = max(gapAbove, gapBelow)
        // Items that are dealt out do not go to the shortest column.
        if dealing != .sections || sections.count <= 1 {
            guarantees.balance = LayoutGuarantees.Balance(
                columns: columns, gap: guarantees.gap, start: top, firstGap: gapAboveFirst, gapBelow: gapBelow, reading: reading)
        }
        // Two bottoms that are read as one Float may be that far apart.
        if reading != .double { guarantees.depthRounding = Double(Float(contentHeight).ulp) }
        return guarantees
    }

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
