/// React Native's FlashList 2.3.2 with `masonry`, in which every item is measured:
///
/// - The columns share the width that paddings leave, unrounded. FlashList has no gaps: apps pad the cells, here by half the
///   column spacing at the left and the right, and by the row spacing below.
/// - Each item goes to the column that ends first, ties to the left.
/// - A phone measures a cell in whole device pixels.
///
/// The list keeps the height that it had estimated, if the measured one is within a pixel of it.
public struct FlashList: ColumnLayout {
    var frames: ColumnFrames<FlashListRule>

    /// `columns` is FlashList's `numColumns`, and `inset` the padding of its `contentContainerStyle`. Without a `density`, in device
    /// pixels to a point, nothing is rounded.
    public init(
        viewport: Size, columns: Int = 3, columnSpacing: Double = 10, rowSpacing: Double = 10, inset: Insets = Insets(10),
        extraHeight: Double = 0, density: Double? = nil
    ) throws(LayoutError) {
        frames = ColumnFrames(try FlashListRule(viewport, columns, columnSpacing, rowSpacing, inset, extraHeight, density))
    }
}

struct FlashListRule: EngineRule {
    let viewport: Size
    let edges: ColumnEdges
    let gap: Double
    let strip: Double
    private let width: Double
    private let inset: Insets
    private let density: Double?

    init(
        _ viewport: Size, _ columns: Int, _ columnSpacing: Double, _ rowSpacing: Double, _ inset: Insets, _ extraHeight: Double,
        _ density: Double?
    ) throws(LayoutError) {
        try ParameterLimits.check(viewport: viewport, columns: columns, extraHeight: extraHeight, density: density ?? 1)
        try ParameterLimits.check(columnSpacing, "column-spacing")
        try ParameterLimits.check(rowSpacing, "row-spacing")
        try ParameterLimits.check(inset)
        let cell = Self.measured(viewport.width - inset.left - inset.right, density) / Double(columns)
        let width = cell - columnSpacing
        edges = try ColumnEdges(
            lefts: (0..<columns).map { inset.left + (cell * Double($0) + columnSpacing / 2) },
            widths: Array(repeating: width, count: columns), in: viewport.width)
        gap = rowSpacing
        strip = extraHeight
        self.viewport = viewport
        self.width = width
        self.inset = inset
        self.density = density
    }

    @inline(__always)
    private static func measured(_ length: Double, _ density: Double?) -> Double {
        density.map { (length * $0 + 0.5).rounded(.down) / $0 } ?? length
    }

    var emptyBottoms: ColumnBottoms { ColumnBottoms(columns: columns, start: 0, choice: .shortest(.double)) }
    /// Half a device pixel.
    var heightRounding: Double { density.map { 0.5 / $0 } ?? 0 }
    func depthRounding(in height: Double) -> Double { heightRounding }
    /// The gap is taken off a cell's height and the inset added, which may round two sums to one.
    var showsTies: Bool { inset.top == 0 && gap == 0 }
    var heightWhenEmpty: Double { inset.top + inset.bottom }

    /// That of the cell, with the gap below the picture.
    @inline(__always)
    func height(_ pictureWidth: Int32, _ height: Int32, adding points: Double, in column: Int) -> Double {
        Self.measured(width * Double(height) / Double(pictureWidth) + (strip + points) + gap, density)
    }

    @inline(__always)
    func end(top: Double, height: Double) -> Double { top + height }
    @inline(__always)
    func y(_ top: Double) -> Double { inset.top + top }
    /// A cell may be rounded to less than its gap.
    @inline(__always)
    func points(_ height: Double) -> Double { max(0, height - gap) }
    func contentHeight(_ end: Double) -> Double { inset.top + end + inset.bottom }
}

extension FlashList {
    static let kind = LayoutKind(
        name: "flash-list", about: "React Native's FlashList with masonry: shortest column first, cells of whole pixels",
        parameters: LayoutParameter.waterflow(columns: .columns) + [.density],
        platform: .reactNative
    ) { (space, parameters) throws(LayoutError) in
        try FlashList(
            viewport: space.viewport, columns: parameters.count("columns") ?? 0,
            columnSpacing: parameters.length("column-spacing"), rowSpacing: parameters.length("row-spacing"), inset: parameters.inset,
            extraHeight: parameters.length("extra-height"), density: parameters.lengthIfSet("density"))
    }
}
