/// CSS `display: grid-lanes` with columns of `1fr`, as Chromium lays it out: in 64ths of a device pixel, truncated.
///
/// - The columns share what paddings and gaps leave; what a column cannot have of its share is carried to the next one.
/// - The next item goes to the first column, beginning behind the column of the last item, that is at most the fit
///   tolerance longer than the shortest one. So it is not the shortest column that wins.
/// - A picture is width * h / w high.
public struct GridLanes: ColumnLayout {
    var frames: ColumnFrames<GridLanesRule>

    /// Lengths are CSS pixels; `density` is device pixels to one. `fit-tolerance: normal` is the container's font size, and `infinite`
    /// is nil.
    public init(
        viewport: Size, columns: Int = 3, columnSpacing: Double = 10, rowSpacing: Double = 10,
        inset: Insets = Insets(10), fitTolerance: Double? = 16, extraHeight: Double = 0, density: Double = 1
    ) throws(LayoutError) {
        frames = ColumnFrames(
            try GridLanesRule(viewport, columns, columnSpacing, rowSpacing, inset, fitTolerance, extraHeight, density))
    }
}

struct GridLanesRule: EngineRule {
    let viewport: Size
    let edges: ColumnEdges
    let gap: Double
    let strip: Double
    let heightWhenEmpty: Double
    private let units: LayoutUnits
    /// In units, as all below.
    private let widths: [Int64]
    private let first: Double
    private let unitGap: Double
    private let bottomInset: Double
    private let tolerance: Double
    private let fixedStrip: Double
    private let extraHeight: Double

    init(
        _ viewport: Size, _ columns: Int, _ columnSpacing: Double, _ rowSpacing: Double, _ inset: Insets,
        _ fitTolerance: Double?, _ extraHeight: Double, _ density: Double
    ) throws(LayoutError) {
        try ParameterLimits.check(viewport: viewport, columns: columns, extraHeight: extraHeight, density: density)
        try ParameterLimits.check(columnSpacing, "column-spacing")
        try ParameterLimits.check(rowSpacing, "row-spacing")
        if let fitTolerance { try ParameterLimits.check(fitTolerance, "fit-tolerance") }
        try ParameterLimits.check(inset)
        let units = LayoutUnits(density: density)
        let space = units.units(columnSpacing)
        let left = units.units(inset.left)
        let room = units.units(viewport.width) - left - units.units(inset.right) - space * Double(columns - 1)
        let share = Float(max(0, room)) / Float(columns)
        var (carried, next): (Float, Double) = (0, left)
        var (lefts, widths): ([Double], [Int64]) = ([], [])
        for _ in 0..<columns {
            let width = (share + carried).rounded(.towardZero)
            carried = share + carried - width
            widths.append(Int64(width))
            lefts.append(units.points(next))
            next += Double(width) + space
        }
        edges = try ColumnEdges(lefts: lefts, widths: widths.map { units.points(Double($0)) }, in: viewport.width)
        self.widths = widths
        first = units.units(inset.top)
        unitGap = units.units(rowSpacing)
        bottomInset = units.units(inset.bottom)
        tolerance = fitTolerance.map(units.units) ?? LayoutUnits.greatest
        gap = units.points(unitGap)
        heightWhenEmpty = units.points(first + bottomInset)
        fixedStrip = units.units(extraHeight)
        strip = units.points(fixedStrip)
        self.viewport = viewport
        self.extraHeight = extraHeight
        self.units = units
    }

    var emptyBottoms: ColumnBottoms { ColumnBottoms(columns: columns, start: 0, choice: .tolerant(tolerance)) }
    var fillsShortest: Bool { false }
    var heightRounding: Double { units.points(2) }

    @inline(__always)
    func height(_ pictureWidth: Int32, _ height: Int32, adding points: Double, in column: Int) -> Double {
        let strip = points == 0 ? fixedStrip : units.units(extraHeight + points)
        return LayoutUnits.sum(LayoutUnits.height(widths[column], pictureWidth, height), strip)
    }

    @inline(__always)
    func end(top: Double, height: Double) -> Double { LayoutUnits.sum(top, height + unitGap) }
    @inline(__always)
    func y(_ top: Double) -> Double { units.points(LayoutUnits.sum(first, top)) }
    @inline(__always)
    func points(_ height: Double) -> Double { units.points(height) }
    /// All frames beyond the greatest length begin there.
    func searchKey(reaching y: Double) -> Double { min(y, units.points(LayoutUnits.greatest)) }
    func contentHeight(_ end: Double) -> Double { units.points(LayoutUnits.sum(end - unitGap, first + bottomInset)) }
}

extension GridLanes {
    static let kind = LayoutKind(
        name: "grid-lanes",
        about: """
            CSS display: grid-lanes in Chromium: the next column that is not much longer, 64ths of a pixel; spans and percentages are \
            not computed
            """,
        parameters: LayoutParameter.waterflow(columns: .columns) + [
            LayoutParameter(
                "fit-tolerance", .lengthOrWord(["normal", "infinite"]), default: .choice("normal"), formerName: "flow-tolerance",
                "how much longer than the shortest the next column may be; normal is 1em, the font size"),
            LayoutParameter("font-size", .length, default: .length(16), "the font size of the container, for normal"),
            .density,
        ],
        platform: .web
    ) { (space, parameters) throws(LayoutError) in
        let fontSize = parameters.length("font-size")
        try ParameterLimits.check(fontSize, "font-size")
        let tolerance: Double? =
            switch parameters.text("fit-tolerance") {
            case "normal": fontSize
            case "infinite": nil
            default: parameters.length("fit-tolerance")
            }
        return try GridLanes(
            viewport: space.viewport, columns: parameters.count("columns") ?? 0,
            columnSpacing: parameters.length("column-spacing"), rowSpacing: parameters.length("row-spacing"),
            inset: parameters.inset, fitTolerance: tolerance,
            extraHeight: parameters.length("extra-height"), density: parameters.density)
    }
}
