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
