/// Shortest column first, with no gap before the first row.
public struct Waterflow: ColumnLayout {
    var frames: ColumnFrames<ColumnPlan>
    private let isAsWritten: Bool

    /// Lengths are points. `extraHeight` is added below each picture, and `asWritten` keeps the defects of the published code.
    public init(
        viewport: Size, columns: Int = 3, columnSpacing: Double = 10, rowSpacing: Double = 10,
        inset: Insets = Insets(10), extraHeight: Double = 0, asWritten: Bool = false
    ) throws(LayoutError) {
        frames = ColumnFrames(
            try ColumnPlan(
                viewport: viewport, columns: columns, columnSpacing: columnSpacing, rowSpacing: rowSpacing,
                inset: inset, extraHeight: extraHeight, hasGapAboveFirst: false, reading: .double))
        isAsWritten = asWritten
    }

    /// The published code says that the content is 0 wide.
    public var contentSize: Size {
        let size = frames.contentSize
        return isAsWritten ? Size(width: 0, height: size.height) : size
    }
}

extension Waterflow {
    static let kind = LayoutKind(
        name: "waterflow", about: "shortest column first, no gap before the first row",
        parameters: LayoutParameter.waterflow(columns: .columns) + [.asWritten("the content is 0 wide")]
    ) { (space, parameters) throws(LayoutError) in
        try Waterflow(
            viewport: space.viewport, columns: parameters.count("columns") ?? 0,
            columnSpacing: parameters.length("column-spacing"), rowSpacing: parameters.length("row-spacing"),
            inset: parameters.inset, extraHeight: parameters.length("extra-height"),
            asWritten: parameters.isAsWritten)
    }
}
