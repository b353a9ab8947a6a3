/// The first items of a section go to the next columns in turn, all others to the shortest column. One
/// spacing is used everywhere, except at the top, where there is none.
public struct MKMasonry: ColumnLayout {
    var frames: ColumnFrames<ColumnPlan>

    /// Lengths are points. The spacing is that of columns, rows and edges.
    public init(
        viewport: Size, columns: Int = 3, spacing: Double = 12.5, extraHeight: Double = 0,
        arithmetic: ColumnArithmetic = .float
    ) throws(LayoutError) {
        try ParameterLimits.check(spacing, "spacing")
        try ParameterLimits.check(extraHeight, "extra-height")
        try ParameterLimits.check(viewport: viewport)
        try ParameterLimits.check(columns: columns)
        let width = (viewport.width - spacing * Double(columns + 1)) / Double(columns)
        guard width > 0 else { throw ColumnPlan.noRoom(for: columns, in: viewport.width) }
        frames = ColumnFrames(
            ColumnPlan(
                viewport: viewport, columns: columns, left: spacing, width: width, pitch: width + spacing,
                right: spacing, top: 0, gapAboveFirst: 0, gapAbove: 0, gapBelow: spacing, bottomInset: 0,
                extraHeight: extraHeight, heightWhenEmpty: 0, dealing: .sections,
                reading: arithmetic == .float ? .floatToCompare : .double))
    }

    /// The dictionary decides every tie.
    public func columnTies() -> ColumnTies? { frames.ties { _ in true } }
}

extension MKMasonry {
    static let kind = LayoutKind(
        name: "mk-masonry", about: "first a row in turn, then the shortest column; one spacing everywhere",
        parameters: [
            .columns,
            LayoutParameter("spacing", .length, default: .length(12.5), "the gap on all sides, but none on top"),
            .extraHeight,
            .arithmetic("how column bottoms are compared"),
        ], traits: [.sections]
    ) { (space, parameters) throws(LayoutError) in
        try MKMasonry(
            viewport: space.viewport, columns: parameters.count("columns") ?? 0, spacing: parameters.length("spacing"),
            extraHeight: parameters.length("extra-height"), arithmetic: parameters.arithmetic)
    }
}
