/// Shortest column first, with no gap before the first row.
public struct Waterflow: ColumnLayout {
    var frames: ColumnFrames

    public init(
        viewport: Size, columns: Int = 3, columnSpacing: Double = 10, rowSpacing: Double = 10,
        inset: Insets = Insets(10), extraHeight: Double = 0
    ) throws(LayoutError) {
        frames = ColumnFrames(
            try ColumnPlan(
                viewport: viewport, columns: columns, columnSpacing: columnSpacing, rowSpacing: rowSpacing,
                inset: inset, extraHeight: extraHeight, hasGapOnTop: false))
    }

    /// The upper inset is not counted, as on the phone.
    var heightWhenEmpty: Double { frames.plan.end }
}

extension Waterflow {
    static let kind = LayoutKind(
        name: "waterflow", about: "shortest column first, no gap before the first row",
        parameters: LayoutParameter.waterflow(columns: .columns)
    ) { (viewport, settings) throws(LayoutError) in
        try Waterflow(
            viewport: viewport, columns: settings.count("columns") ?? 0,
            columnSpacing: settings.length("column-spacing"), rowSpacing: settings.length("row-spacing"),
            inset: settings.inset, extraHeight: settings.length("extra-height"))
    }
}
