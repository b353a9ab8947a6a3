/// Compose's LazyVerticalStaggeredGrid with `StaggeredGridCells.Fixed`, walked from the top. It computes in whole pixels:
///
/// - The columns share the pixels that paddings and gaps leave; the first ones are a pixel wider where they do not divide.
/// - The first items are dealt out, one a column. Each other one goes to the column that ends first, ties to the left.
/// - A picture with `Modifier.aspectRatio` is round(width / (w / h)) high, in Floats.
///
/// The rule was read in the source of Compose. It has not been held against Compose itself.
public struct ComposeStaggeredGrid: ColumnLayout {
    var frames: ColumnFrames<ComposeStaggeredGridRule>

    /// Lengths are dp; `density` is pixels to a dp. `inset` is the content padding.
    public init(
        viewport: Size, columns: Int = 3, columnSpacing: Double = 10, rowSpacing: Double = 10,
        inset: Insets = Insets(10), extraHeight: Double = 0, density: Double = 1
    ) throws(LayoutError) {
        frames = ColumnFrames(
            try ComposeStaggeredGridRule(viewport, columns, columnSpacing, rowSpacing, inset, extraHeight, density))
    }
}

struct ComposeStaggeredGridRule: EngineRule {
    let viewport: Size
    let edges: ColumnEdges
    let gap: Double
    let strip: Double
    let heightWhenEmpty: Double
    private let pixels: AndroidPixels
    /// In pixels, as all below.
    private let widths: [Float]
    private let first: Double
    private let pixelGap: Double
    private let bottomInset: Double
    private let fixedStrip: Double
    private let extraHeight: Double

    init(
        _ viewport: Size, _ columns: Int, _ columnSpacing: Double, _ rowSpacing: Double, _ inset: Insets,
        _ extraHeight: Double, _ density: Double
    ) throws(LayoutError) {
        try ParameterLimits.check(viewport: viewport, columns: columns, extraHeight: extraHeight, density: density)
        try ParameterLimits.check(columnSpacing, "column-spacing")
        try ParameterLimits.check(rowSpacing, "row-spacing")
        try ParameterLimits.check(inset)
        let pixels = AndroidPixels(density: density)
        // The sum of both paddings is rounded, and not each of them.
        let insets = pixels.rounded(Double(Float(inset.left) + Float(inset.right)))
        let space = pixels.rounded(columnSpacing)
        let room = Int64((viewport.width * density).rounded() - insets - space * Double(columns - 1))
        let (share, rest) = room.quotientAndRemainder(dividingBy: Int64(columns))
        let widths = (0..<Int64(columns)).map { Double(share + ($0 < rest ? 1 : 0)) }
        var left = pixels.rounded(inset.left)
        var lefts: [Double] = []
        for width in widths {
            lefts.append(pixels.points(left))
            left += width + space
        }
        edges = try ColumnEdges(lefts: lefts, widths: widths.map(pixels.points), in: viewport.width)
        self.widths = widths.map(Float.init)
        first = pixels.rounded(inset.top)
        pixelGap = pixels.rounded(rowSpacing)
        bottomInset = pixels.rounded(inset.bottom)
        gap = pixels.points(pixelGap)
        heightWhenEmpty = pixels.points(first + bottomInset)
        fixedStrip = pixels.rounded(extraHeight)
        strip = pixels.points(fixedStrip)
        self.viewport = viewport
        self.extraHeight = extraHeight
        self.pixels = pixels
    }

    var dealing: Dealing { .list }
    var emptyBottoms: ColumnBottoms { ColumnBottoms(columns: columns, start: 0, choice: .shortest(.double)) }
    /// Half a pixel of the picture, and half a one of a strip.
    var heightRounding: Double { pixels.points(1) }
    /// Items without a height are dealt out too, and the next ones then go back to their columns.
    var fillsShortest: Bool { pixelGap > 0 }

    @inline(__always)
    func height(_ pictureWidth: Int32, _ height: Int32, adding points: Double, in column: Int) -> Double {
        roundedHalfUp(widths[column] / (Float(pictureWidth) / Float(height)))
            + (points == 0 ? fixedStrip : pixels.rounded(extraHeight + points))
    }

    @inline(__always)
    func end(top: Double, height: Double) -> Double { top + (height + pixelGap) }
    @inline(__always)
    func y(_ top: Double) -> Double { pixels.points(first + top) }
    @inline(__always)
    func points(_ height: Double) -> Double { pixels.points(height) }
    func contentHeight(_ end: Double) -> Double { pixels.points(first + end - pixelGap + bottomInset) }
}

extension ComposeStaggeredGrid {
    static let kind = LayoutKind(
        name: "compose-staggered-grid",
        about: "Compose's LazyVerticalStaggeredGrid: as staggered-grid, the first columns a pixel wider (read, not run)",
        parameters: LayoutParameter.waterflow(columns: .columns) + [.density],
        platform: .android
    ) { (space, parameters) throws(LayoutError) in
        try ComposeStaggeredGrid(
            viewport: space.viewport, columns: parameters.count("columns") ?? 0,
            columnSpacing: parameters.length("column-spacing"), rowSpacing: parameters.length("row-spacing"),
            inset: parameters.inset, extraHeight: parameters.length("extra-height"), density: parameters.density)
    }
}
