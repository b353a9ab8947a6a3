/// React's masonic 4.1.0: columns and items of whole CSS pixels.
///
/// - The columns share the width that paddings and gutters leave, rounded down. `itemWidth` is the least width of a column.
/// - Each item goes to the column that ends first, ties to the left. It is round(width * h / w) high.
///
/// The component measures its first items at the width of the window, and their heights there choose their columns. In an
/// element that is narrower, `windowWidth` says how wide the window is.
public struct Masonic: ColumnLayout {
    var frames: ColumnFrames<MasonicRule>

    /// Lengths are CSS pixels. `columns` is masonic's `columnCount`, `itemWidth` its `columnWidth`, the spacings are its gutters,
    /// and `inset` is a padding around its element. The viewport is as high as the window.
    public init(
        viewport: Size, columns: Int = 3, itemWidth: Double? = nil, columnSpacing: Double = 10, rowSpacing: Double = 10,
        inset: Insets = Insets(10), extraHeight: Double = 0, windowWidth: Double? = nil
    ) throws(LayoutError) {
        let parameters = MasonicColumns(columns: columns, itemWidth: itemWidth, spacing: columnSpacing)
        frames = ColumnFrames(try MasonicRule(viewport, parameters, rowSpacing, inset, extraHeight, windowWidth))
    }
}

struct MasonicRule: EngineRule {
    let viewport: Size
    let edges: ColumnEdges
    let gap: Double
    let firstBatch: FirstBatch?
    private let heights: PixelHeights
    private let inset: Insets

    init(
        _ viewport: Size, _ parameters: MasonicColumns, _ rowSpacing: Double, _ inset: Insets, _ extraHeight: Double,
        _ windowWidth: Double?
    ) throws(LayoutError) {
        try ParameterLimits.check(viewport: viewport, columns: parameters.columns, extraHeight: extraHeight, density: 1)
        try ParameterLimits.check(parameters.spacing, "column-spacing")
        try ParameterLimits.check(rowSpacing, "row-spacing")
        try ParameterLimits.check(inset)
        let units = LayoutUnits(density: 1)
        func laidOut(_ length: Double) -> Double { units.points(units.units(length)) }
        // The element's offsetWidth.
        let room = (viewport.width - laidOut(inset.left) - laidOut(inset.right) + 0.5).rounded(.down)
        let (count, width) = try parameters.columns(in: room)
        edges = try ColumnEdges(
            lefts: (0..<Int(count)).map { inset.left + Double($0) * (width + parameters.spacing) },
            widths: Array(repeating: width, count: Int(count)), in: viewport.width)
        if let windowWidth {
            try ParameterLimits.check(side: windowWidth, "window-width")
            let (count, width) = try parameters.columns(in: windowWidth)
            guard width > 0 else { throw ColumnPlan.noRoom(for: Int(count), in: windowWidth) }
            firstBatch = FirstBatch(
                count: Int((viewport.height * Self.overscan / Self.estimate * count).rounded(.up)),
                heights: PixelHeights(width: width, strip: extraHeight))
        } else {
            firstBatch = nil
        }
        gap = rowSpacing
        heights = PixelHeights(width: width, strip: extraHeight)
        self.viewport = viewport
        self.inset = inset
    }

    /// The windows that the component fills in advance, and the height that it expects of an item: its defaults.
    private static let (overscan, estimate) = (2.0, 300.0)

    var emptyBottoms: ColumnBottoms { ColumnBottoms(columns: columns, start: 0, choice: .shortest(.double)) }
    var strip: Double { heights.strip }
    var fillsShortest: Bool { firstBatch == nil }
    /// Half a pixel.
    var heightRounding: Double { 0.5 }
    /// The inset is added to sums of Doubles, which may round two of them to one.
    var showsTies: Bool { inset.top == 0 }
    var heightWhenEmpty: Double { inset.top + inset.bottom }

    @inline(__always)
    func height(_ width: Int32, _ height: Int32, adding points: Double, in column: Int) -> Double {
        heights.height(width, height, adding: points)
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

/// How masonic divides a width.
struct MasonicColumns {
    let columns: Int
    /// The least width of a column, instead of `columns`.
    let itemWidth: Double?
    let spacing: Double

    func columns(in room: Double) throws(LayoutError) -> (count: Double, width: Double) {
        var count = Double(columns)
        if let itemWidth {
            try ParameterLimits.check(side: itemWidth, "item-width")
            count = max(1, ((room + spacing) / (itemWidth + spacing)).rounded(.down))
            guard count <= Double(ParameterLimits.maxColumns) else {
                throw LayoutError("item-width", "more than \(ParameterLimits.maxColumns) columns of \(numberText(itemWidth)) fit")
            }
        }
        return (count, ((room - spacing * (count - 1)) / count).rounded(.down))
    }
}

extension Masonic {
    static let kind = LayoutKind(
        name: "masonic", about: "React's masonic: shortest column first, whole pixels",
        parameters: LayoutParameter.waterflow(columns: .columns) + [
            LayoutParameter("item-width", .length, defaultText: "none", "the least width of a column, instead of columns"),
            LayoutParameter("window-width", .length, defaultText: "none", "the window's width, at which the first pictures are measured"),
        ],
        platform: .web
    ) { (space, parameters) throws(LayoutError) in
        try parameters.refuseBoth("columns", "item-width")
        return try Masonic(
            viewport: space.viewport, columns: parameters.count("columns") ?? 0, itemWidth: parameters.lengthIfSet("item-width"),
            columnSpacing: parameters.length("column-spacing"), rowSpacing: parameters.length("row-spacing"),
            inset: parameters.inset, extraHeight: parameters.length("extra-height"), windowWidth: parameters.lengthIfSet("window-width"))
    }
}
