/// React's masonic 4.1.0: columns and items of whole CSS pixels.
///
/// - The columns share the width that paddings and gutters leave, rounded down. `itemWidth` is the least width of a column.
/// - Each item goes to the column that ends first, ties to the left. It is round(width * h / w) high.
///
/// The component measures its first items at the width of the window, and their heights there choose their columns. So in a
/// narrower element these may be others.
public struct Masonic: ColumnLayout {
    var frames: ColumnFrames<MasonicRule>

    /// Lengths are CSS pixels. `columns` is masonic's `columnCount`, `itemWidth` its `columnWidth`, the spacings are its gutters,
    /// and `inset` is a padding around its element.
    public init(
        viewport: Size, columns: Int = 3, itemWidth: Double? = nil, columnSpacing: Double = 10, rowSpacing: Double = 10,
        inset: Insets = Insets(10), extraHeight: Double = 0
    ) throws(LayoutError) {
        frames = ColumnFrames(try MasonicRule(viewport, columns, itemWidth, columnSpacing, rowSpacing, inset, extraHeight))
    }
}

struct MasonicRule: EngineRule {
    let viewport: Size
    let edges: ColumnEdges
    let gap: Double
    let strip: Double
    private let width: Double
    private let inset: Insets

    init(
        _ viewport: Size, _ columns: Int, _ itemWidth: Double?, _ columnSpacing: Double, _ rowSpacing: Double, _ inset: Insets,
        _ extraHeight: Double
    ) throws(LayoutError) {
        try ParameterLimits.check(viewport: viewport, columns: columns, extraHeight: extraHeight, density: 1)
        try ParameterLimits.check(columnSpacing, "column-spacing")
        try ParameterLimits.check(rowSpacing, "row-spacing")
        try ParameterLimits.check(inset)
        let units = LayoutUnits(density: 1)
        func laidOut(_ length: Double) -> Double { units.points(units.units(length)) }
        // The element's offsetWidth.
        let room = (viewport.width - laidOut(inset.left) - laidOut(inset.right) + 0.5).rounded(.down)
        var count = Double(columns)
        if let itemWidth {
            try ParameterLimits.check(side: itemWidth, "item-width")
            count = max(1, ((room + columnSpacing) / (itemWidth + columnSpacing)).rounded(.down))
            guard count <= Double(ParameterLimits.maxColumns) else {
                throw LayoutError("item-width", "more than \(ParameterLimits.maxColumns) columns of \(numberText(itemWidth)) fit")
            }
        }
        let width = ((room - columnSpacing * (count - 1)) / count).rounded(.down)
        edges = try ColumnEdges(
            lefts: (0..<Int(count)).map { inset.left + Double($0) * (width + columnSpacing) },
            widths: Array(repeating: width, count: Int(count)), in: viewport.width)
        gap = rowSpacing
        strip = extraHeight
        self.viewport = viewport
        self.width = width
        self.inset = inset
    }

    var emptyBottoms: ColumnBottoms { ColumnBottoms(columns: columns, start: 0, choice: .shortest(.double)) }
    /// Half a pixel.
    var heightRounding: Double { 0.5 }
    /// The inset is added to sums of Doubles, which may round two of them to one.
    var showsTies: Bool { inset.top == 0 }
    var heightWhenEmpty: Double { inset.top + inset.bottom }

    @inline(__always)
    func height(_ pictureWidth: Int32, _ height: Int32, adding points: Double, in column: Int) -> Double {
        (width * Double(height) / Double(pictureWidth) + (strip + points) + 0.5).rounded(.down)
    }

    @inline(__always)
    func end(top: Double, height: Double) -> Double { top + height + gap }
    @inline(__always)
    func y(_ top: Double) -> Double { inset.top + top }
    @inline(__always)
    func points(_ height: Double) -> Double { height }
    /// The element ends below the gutter of the last item, at a whole pixel.
    func contentHeight(_ end: Double) -> Double { inset.top + end.rounded(.up) + inset.bottom }
}

extension Masonic {
    static let kind = LayoutKind(
        name: "masonic", about: "React's masonic: shortest column first, whole pixels",
        parameters: LayoutParameter.waterflow(columns: .columns) + [
            LayoutParameter("item-width", .length, defaultText: "none", "the least width of a column, instead of columns")
        ],
        platform: .web
    ) { (space, parameters) throws(LayoutError) in
        try parameters.refuseBoth("columns", "item-width")
        return try Masonic(
            viewport: space.viewport, columns: parameters.count("columns") ?? 0, itemWidth: parameters.lengthIfSet("item-width"),
            columnSpacing: parameters.length("column-spacing"), rowSpacing: parameters.length("row-spacing"),
            inset: parameters.inset, extraHeight: parameters.length("extra-height"))
    }
}
