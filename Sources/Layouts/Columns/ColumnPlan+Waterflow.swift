extension ColumnPlan {
    /// What the two waterflows share.
    init(
        viewport: Size, columns: Int, columnSpacing: Double, rowSpacing: Double, inset: Insets, extraHeight: Double,
        hasGapOnTop: Bool
    ) throws(LayoutError) {
        try Bounds.check(inset)
        try Bounds.check(columnSpacing, "column-spacing")
        try Bounds.check(rowSpacing, "row-spacing")
        try Bounds.check(extraHeight, "extra-height")
        width = try Self.width(
            viewport: viewport, left: inset.left, right: inset.right, gap: columnSpacing, columns: columns)
        self.viewport = viewport
        self.columns = columns
        left = inset.left
        pitch = width + columnSpacing
        right = inset.right
        start = inset.top
        firstLead = hasGapOnTop ? rowSpacing : 0
        lead = rowSpacing
        trail = 0
        end = inset.bottom
        self.extraHeight = extraHeight
        fillsInOrder = false
    }
}
