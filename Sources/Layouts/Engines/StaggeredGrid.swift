/// Android's StaggeredGridLayoutManager, vertical, walked from the top. It computes in whole pixels:
///
/// - A column is (width - paddings) / columns wide; the pixels that are left over stay empty at the right edge.
/// - Each item goes to the column that ends first, ties to the left. Items have insets, their margins and decorations,
///   and no other gap.
/// - The app sizes the picture. `HeightRule` has the ways.
public struct StaggeredGrid: ColumnLayout {
    var frames: ColumnFrames<StaggeredGridRule>

    /// How the height of a picture follows from the width of its column.
    public enum HeightRule: String, CaseIterable, Sendable {
        /// An ImageView with `adjustViewBounds`: width / (w / h) in Floats, truncated. A picture as wide as its column stays as it is.
        case imageView = "image-view"
        /// width * h / w in Floats, rounded half up.
        case rounded
        /// width * h / w in integers, truncated.
        case integer
    }

    /// Lengths are dp; `density` is pixels to a dp. `inset` is the padding of the view, `itemInset` that of each item.
    public init(
        viewport: Size, columns: Int = 3, inset: Insets = Insets(5), itemInset: Insets = Insets(5),
        heights: HeightRule = .imageView, extraHeight: Double = 0, density: Double = 1
    ) throws(LayoutError) {
        frames = ColumnFrames(
            try StaggeredGridRule(viewport, columns, inset, itemInset, heights, extraHeight, density))
    }
}

struct StaggeredGridRule: EngineRule {
    let viewport: Size
    let edges: ColumnEdges
    let gap: Double
    let strip: Double
    let heightWhenEmpty: Double
    private let pixels: AndroidPixels
    /// In pixels, as all below.
    private let width: Int64
    private let first: Double
    private let pixelGap: Double
    private let below: Double
    private let fixedStrip: Double
    private let extraHeight: Double
    private let heights: StaggeredGrid.HeightRule

    init(
        _ viewport: Size, _ columns: Int, _ inset: Insets, _ itemInset: Insets, _ heights: StaggeredGrid.HeightRule,
        _ extraHeight: Double, _ density: Double
    ) throws(LayoutError) {
        try ParameterLimits.check(viewport: viewport, columns: columns, extraHeight: extraHeight, density: density)
        try ParameterLimits.check(inset)
        try ParameterLimits.check(itemInset, "item-inset")
        let pixels = AndroidPixels(density: density)
        let (left, right) = (pixels.size(itemInset.left), pixels.size(itemInset.right))
        let (above, below) = (pixels.size(itemInset.top), pixels.size(itemInset.bottom))
        let room = (viewport.width * density).rounded() - pixels.size(inset.left) - pixels.size(inset.right)
        let size = (room / Double(columns)).rounded(.down)
        width = Int64(size - left - right)
        edges = try ColumnEdges(
            lefts: (0..<columns).map { pixels.points(pixels.size(inset.left) + Double($0) * size + left) },
            widths: Array(repeating: pixels.points(size - left - right), count: columns), in: viewport.width)
        first = pixels.size(inset.top) + above
        pixelGap = above + below
        self.below = below + pixels.size(inset.bottom)
        gap = pixels.points(pixelGap)
        heightWhenEmpty = pixels.points(pixels.size(inset.top) + pixels.size(inset.bottom))
        fixedStrip = pixels.size(extraHeight)
        strip = pixels.points(fixedStrip)
        self.viewport = viewport
        self.heights = heights
        self.extraHeight = extraHeight
        self.pixels = pixels
    }

    var emptyBottoms: ColumnBottoms { ColumnBottoms(columns: columns, start: 0, choice: .shortest(.double)) }
    /// A pixel of the picture, and half a one of a strip.
    var heightRounding: Double { pixels.points(1.5) }

    @inline(__always)
    func height(_ pictureWidth: Int32, _ height: Int32, adding points: Double, in column: Int) -> Double {
        let picture =
            switch heights {
            case .imageView:
                Int64(pictureWidth) == width
                    ? Double(height) : Double(Int64(Float(width) / (Float(pictureWidth) / Float(height))))
            case .rounded: roundedHalfUp(Float(width) * Float(height) / Float(pictureWidth))
            case .integer: Double(width * Int64(height) / Int64(pictureWidth))
            }
        return picture + (points == 0 ? fixedStrip : pixels.size(extraHeight + points))
    }

    @inline(__always)
    func end(top: Double, height: Double) -> Double { top + (height + pixelGap) }
    @inline(__always)
    func y(_ top: Double) -> Double { pixels.points(first + top) }
    @inline(__always)
    func points(_ height: Double) -> Double { pixels.points(height) }
    /// The upper inset of an item that would follow is taken off.
    func contentHeight(_ end: Double) -> Double { pixels.points(first + end - pixelGap + below) }
}

extension StaggeredGrid {
    static let kind = LayoutKind(
        name: "staggered-grid", about: "Android's StaggeredGridLayoutManager: shortest column first, whole pixels",
        parameters: [
            .columns,
            LayoutParameter("inset", .insets, default: .insets(Insets(5)), "the padding of the view"),
            LayoutParameter("item-inset", .insets, default: .insets(Insets(5)), "the margins and decorations of each item"),
            LayoutParameter(
                "heights", .choice(HeightRule.allCases.map(\.rawValue)), default: .choice(HeightRule.imageView.rawValue),
                "how the app sizes a picture: an ImageView, width * h / w rounded, or in integers"),
            .extraHeight, .density,
        ],
        platform: .android
    ) { (space, parameters) throws(LayoutError) in
        try StaggeredGrid(
            viewport: space.viewport, columns: parameters.count("columns") ?? 0, inset: parameters.inset,
            itemInset: parameters.insets("item-inset"),
            heights: parameters.text("heights").flatMap(HeightRule.init) ?? .imageView,
            extraHeight: parameters.length("extra-height"), density: parameters.density)
    }
}
