/// Shortest column first, with a gap before the first row too.
public struct LFWaterflow: ColumnLayout {
    var frames: ColumnFrames

    /// Without a number of columns there are 3 in portrait and 5 in landscape.
    public init(
        viewport: Size, columns: Int? = nil, columnSpacing: Double = 10, rowSpacing: Double = 10,
        inset: Insets = Insets(10), extraHeight: Double = 0
    ) throws(LayoutError) {
        frames = ColumnFrames(
            try ColumnPlan(
                viewport: viewport, columns: columns ?? (viewport.isLandscape ? 5 : 3), columnSpacing: columnSpacing,
                rowSpacing: rowSpacing, inset: inset, extraHeight: extraHeight, hasGapOnTop: true))
    }

    var heightWhenEmpty: Double { frames.plan.start + frames.plan.end }
}

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
