/// The rule of the column layouts of iOS: points, columns of one width, and Doubles that are read as Floats in some steps.
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

/// A layout whose frames stand in columns. Column layouts differ only in their rule.
protocol ColumnLayout: Layout {
    associatedtype Rule: ColumnRule
    var frames: ColumnFrames<Rule> { get set }
}

extension ColumnLayout {
    /// The screen, of which the columns share the width.
    public var viewport: Size { frames.rule.viewport }
    /// As the pages have them; only in mk-masonry they change where items are.
    public var sections: SectionTable { frames.sections }
    /// As wide as the screen, and as high as the tallest column with what is below it.
    public var contentSize: Size { frames.contentSize }
    /// The bottom of the shortest column.
    public var frontier: Double { frames.rule.y(frames.minBottom) }

    /// As it was when the item was appended: no append moves it.
    public func frame(of item: Int) -> Rect { frames.frame(of: item) }
    /// Found in each column by a binary search.
    public func items(meeting rect: Rect) -> [Int] { frames.items(meeting: rect) }
    /// Takes the same time for each picture, however many there are before.
    public mutating func append(_ page: PicturePage) { frames.append(page) }
    /// Takes the items behind the mark out of their columns.
    public mutating func truncate(to mark: LayoutMark) { frames.truncate(to: mark) }

    /// Those of the rule.
    public var guarantees: LayoutGuarantees { frames.rule.guarantees(sections, contentHeight: frames.contentSize.height) }
}

extension ColumnPlan {
    /// The plan of both waterflows.
    init(
        viewport: Size, columns: Int, columnSpacing: Double, rowSpacing: Double, inset: Insets, extraHeight: Double,
        hasGapAboveFirst: Bool, reading: BottomReading
    ) throws(LayoutError) {
        try ParameterLimits.check(inset)
        try ParameterLimits.check(columnSpacing, "column-spacing")
        try ParameterLimits.check(rowSpacing, "row-spacing")
        try ParameterLimits.check(extraHeight, "extra-height")
        width = try Self.width(
            viewport: viewport, left: inset.left, right: inset.right, gap: columnSpacing, columns: columns)
        self.viewport = viewport
        self.columns = columns
        left = inset.left
        pitch = width + columnSpacing
        right = inset.right
        top = inset.top
        gapAboveFirst = hasGapAboveFirst ? rowSpacing : 0
        gapAbove = rowSpacing
        gapBelow = 0
        bottomInset = inset.bottom
        self.extraHeight = extraHeight
        // Without items, waterflow does not count the upper inset.
        heightWhenEmpty = hasGapAboveFirst ? inset.top + inset.bottom : inset.bottom
        dealing = .none
        self.reading = reading
    }
}
