/// The first items of a section in order, then the shortest column; one spacing everywhere, but
/// none on top.
public struct MKMasonry: ColumnLayout {
    var frames: ColumnFrames

    public init(
        viewport: Size, columns: Int = 3, spacing: Double = 12.5, extraHeight: Double = 0
    ) throws(LayoutError) {
        try Bounds.check(spacing, "spacing")
        try Bounds.check(extraHeight, "extra-height")
        try Bounds.check(viewport: viewport)
        try Bounds.check(columns: columns)
        let width = (viewport.width - spacing * Double(columns + 1)) / Double(columns)
        guard width > 0 else { throw ColumnPlan.noRoom(for: columns, in: viewport.width) }
        frames = ColumnFrames(
            ColumnPlan(
                viewport: viewport, columns: columns, left: spacing, width: width, pitch: width + spacing,
                right: spacing, start: 0, firstLead: 0, lead: 0, trail: spacing, end: 0, extraHeight: extraHeight,
                fillsInOrder: true))
    }

    var heightWhenEmpty: Double { 0 }
}

extension MKMasonry {
    static let kind = LayoutKind(
        name: "mk-masonry", about: "first a row in order, then the shortest column; one spacing everywhere",
        parameters: [
            .columns,
            LayoutParameter("spacing", .length, standard: .length(12.5), "the gap on all sides, but none on top"),
            .extraHeight,
        ], traits: [.sections]
    ) { (viewport, settings) throws(LayoutError) in
        try MKMasonry(
            viewport: viewport, columns: settings.count("columns") ?? 0, spacing: settings.length("spacing"),
            extraHeight: settings.length("extra-height"))
    }
}
