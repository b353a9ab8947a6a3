/// Shortest column first, with a gap before the first row too.
///
/// As written it never forgets a column: after a turn to fewer columns, those that are gone still take items.
public struct LFWaterflow: ColumnLayout {
    var frames: ColumnFrames<ColumnPlan>
    private let isAsWritten: Bool

    /// `columns` are by default those of a screen as large as the viewport.
    public init(
        viewport: Size, columns: Int? = nil, columnSpacing: Double = 10, rowSpacing: Double = 10,
        inset: Insets = Insets(10), extraHeight: Double = 0, arithmetic: ColumnArithmetic = .float,
        asWritten: Bool = false
    ) throws(LayoutError) {
        frames = ColumnFrames(
            try ColumnPlan(
                viewport: viewport, columns: columns ?? Self.columns(on: viewport), columnSpacing: columnSpacing,
                rowSpacing: rowSpacing, inset: inset, extraHeight: extraHeight, hasGapAboveFirst: true,
                reading: arithmetic == .float ? .float : .double))
        isAsWritten = asWritten
    }

    /// 3 in portrait, and 5 in landscape and on a square screen.
    private static func columns(on screen: Size) -> Int { screen.width < screen.height ? 3 : 5 }

    /// The dictionary decides, unless the first column is one of the shortest: its walk starts there.
    public func columnTies() -> ColumnTies? { frames.ties { column in column > 0 } }

    /// As written, has as many columns as the earlier lf-waterflow, if that had more; otherwise nothing changes.
    public mutating func inherit(from earlier: any Layout) {
        guard isAsWritten, let earlier = earlier as? LFWaterflow else { return }
        frames = ColumnFrames(frames.rule.widened(to: earlier.frames.rule.columns))
    }
}

extension LFWaterflow {
    static let kind = LayoutKind(
        name: "lf-waterflow", about: "shortest column first, a gap before the first row too",
        parameters: LayoutParameter.waterflow(
            columns: LayoutParameter(
                "columns", .count, defaultText: "3 in portrait, else 5", "how many columns there are")) + [
                .arithmetic("how column bottoms are read"),
                .asWritten("columns that a turn removes take items, off screen"),
            ],
        traits: [.inheriting]
    ) { (space, parameters) throws(LayoutError) in
        try LFWaterflow(
            viewport: space.viewport, columns: parameters.count("columns") ?? columns(on: space.screen),
            columnSpacing: parameters.length("column-spacing"), rowSpacing: parameters.length("row-spacing"), inset: parameters.inset,
            extraHeight: parameters.length("extra-height"), arithmetic: parameters.arithmetic,
            asWritten: parameters.isAsWritten)
    }
}
