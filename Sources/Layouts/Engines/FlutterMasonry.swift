/// Flutter's MasonryGridView.count of flutter_staggered_grid_view 0.7.0, walked from the top. It computes in Doubles, and
/// rounds nothing:
///
/// - From the left edge of a column to the next one it is (width - paddings + gap) / columns; a column is that less the gap.
/// - Each item goes to the column that ends first, ties to the left.
/// - A picture in an AspectRatio is width / (w / h) high.
///
/// The rule was read in the package's source. It has not been held against Flutter itself.
public struct FlutterMasonry: ColumnLayout {
    var frames: ColumnFrames<FlutterMasonryRule>

    /// Lengths are logical pixels. `columnSpacing` is the package's `crossAxisSpacing`, `rowSpacing` its `mainAxisSpacing`.
    public init(
        viewport: Size, columns: Int = 3, columnSpacing: Double = 10, rowSpacing: Double = 10,
        inset: Insets = Insets(10), extraHeight: Double = 0
    ) throws(LayoutError) {
        frames = ColumnFrames(
            try FlutterMasonryRule(viewport, columns, columnSpacing, rowSpacing, inset, extraHeight))
    }
}

struct FlutterMasonryRule: EngineRule {
    let viewport: Size
    let edges: ColumnEdges
    let gap: Double
    let strip: Double
    private let width: Double
    private let inset: Insets

    init(
        _ viewport: Size, _ columns: Int, _ columnSpacing: Double, _ rowSpacing: Double, _ inset: Insets,
        _ extraHeight: Double
    ) throws(LayoutError) {
        try ParameterLimits.check(viewport: viewport, columns: columns, extraHeight: extraHeight, density: 1)
        try ParameterLimits.check(columnSpacing, "column-spacing")
        try ParameterLimits.check(rowSpacing, "row-spacing")
        try ParameterLimits.check(inset)
        let stride = (viewport.width - (inset.left + inset.right) + columnSpacing) / Double(columns)
        let width = stride - columnSpacing
        edges = try ColumnEdges(
            lefts: (0..<columns).map { inset.left + Double($0) * stride }, widths: Array(repeating: width, count: columns),
            in: viewport.width)
        gap = rowSpacing
        strip = extraHeight
        self.viewport = viewport
        self.width = width
        self.inset = inset
    }

    var emptyBottoms: ColumnBottoms { ColumnBottoms(columns: columns, start: 0, choice: .shortest(.double)) }
    var heightRounding: Double { 0 }
    /// The inset is added to sums of Doubles, which may round two of them to one.
    var showsTies: Bool { inset.top == 0 }
    var heightWhenEmpty: Double { inset.top + inset.bottom }

    @inline(__always)
    func height(_ pictureWidth: Int32, _ height: Int32, adding points: Double, in column: Int) -> Double {
        width / (Double(pictureWidth) / Double(height)) + (strip + points)
    }

    @inline(__always)
    func end(top: Double, height: Double) -> Double { top + height + gap }
    @inline(__always)
    func y(_ top: Double) -> Double { inset.top + top }
    @inline(__always)
    func points(_ height: Double) -> Double { height }
    func contentHeight(_ end: Double) -> Double { inset.top + (end - gap) + inset.bottom }
}

extension FlutterMasonry {
    static let kind = LayoutKind(
        name: "flutter-masonry", about: "Flutter's MasonryGridView.count: shortest column first, Doubles (read, not run)",
        parameters: LayoutParameter.waterflow(columns: .columns),
        platform: .flutter
    ) { (space, parameters) throws(LayoutError) in
        try FlutterMasonry(
            viewport: space.viewport, columns: parameters.count("columns") ?? 0,
            columnSpacing: parameters.length("column-spacing"), rowSpacing: parameters.length("row-spacing"),
            inset: parameters.inset, extraHeight: parameters.length("extra-height"))
    }
}
