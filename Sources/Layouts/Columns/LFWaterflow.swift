/// Shortest column first, with a gap before the first row too.
public struct LFWaterflow: ColumnLayout {
    var frames: ColumnFrames

    /// The default is 3 columns in portrait and 5 in landscape.
    public init(
        viewport: Size, columns: Int? = nil, columnSpacing: Double = 10, rowSpacing: Double = 10,
        inset: Insets = Insets(10), extraHeight: Double = 0
    ) throws(LayoutError) {
        frames = ColumnFrames(
            try ColumnPlan(
                viewport: viewport, columns: columns ?? (viewport.isLandscape ? 5 : 3), columnSpacing: columnSpacing,
                rowSpacing: rowSpacing, inset: inset, extraHeight: extraHeight, hasGapAboveFirst: true))
    }

    var heightWhenEmpty: Double { frames.plan.top + frames.plan.bottomInset }
}

extension LFWaterflow {
    public static let kind = LayoutKind(
        name: "lf-waterflow", about: "shortest column first, a gap before the first row too",
        parameters: LayoutParameter.waterflow(
            columns: LayoutParameter(
                "columns", .count, defaultText: "3 in portrait, 5 in landscape", "how many columns there are"))
    ) { (viewport, settings) throws(LayoutError) in
        try LFWaterflow(
            viewport: viewport, columns: settings.count("columns"), columnSpacing: settings.length("column-spacing"),
            rowSpacing: settings.length("row-spacing"), inset: settings.inset,
            extraHeight: settings.length("extra-height"))
    }
}
