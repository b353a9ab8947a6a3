/// masonry.js 4.2.2 in Chromium, with items of one width, a `gutter`, and the gap below each item as its margin:
///
/// - The browser lays out in 64ths of a device pixel, and gives the script lengths of six digits.
/// - There are as many columns as fit: (width - paddings + gutter) / (an item and the gutter), rounded down, and up if
///   less than a pixel is missing.
/// - Each item goes to the column that ends first, ties to the left. The script adds up the rounded heights, so frames
///   may lie over each other by a hair, and by pixels where pictures are higher than ten thousand.
public struct MasonryJS: ColumnLayout {
    var frames: ColumnFrames<MasonryJSRule>

    /// Lengths are CSS pixels; `density` is device pixels to one. Items are as wide as `columns` of them leave room for,
    /// unless they have an `itemWidth`.
    public init(
        viewport: Size, columns: Int = 3, itemWidth: Double? = nil, columnSpacing: Double = 10, rowSpacing: Double = 10,
        inset: Insets = Insets(10), extraHeight: Double = 0, density: Double = 1
    ) throws(LayoutError) {
        frames = ColumnFrames(
            try MasonryJSRule(viewport, columns, itemWidth, columnSpacing, rowSpacing, inset, extraHeight, density))
    }
}

struct MasonryJSRule: EngineRule {
    let viewport: Size
    let edges: ColumnEdges
    let gap: Double
    let strip: Double
    let heightWhenEmpty: Double
    private let units: LayoutUnits
    /// In units, as the strip.
    private let width: Int64
    private let fixedStrip: Double
    private let extraHeight: Double
    /// As the script reads them.
    private let paddings: (top: Double, bottom: Double)
    private let margin: Double

    init(
        _ viewport: Size, _ columns: Int, _ itemWidth: Double?, _ columnSpacing: Double, _ rowSpacing: Double,
        _ inset: Insets, _ extraHeight: Double, _ density: Double
    ) throws(LayoutError) {
        try ParameterLimits.check(viewport: viewport, columns: columns, extraHeight: extraHeight, density: density)
        try ParameterLimits.check(columnSpacing, "column-spacing")
        try ParameterLimits.check(rowSpacing, "row-spacing")
        try ParameterLimits.check(inset)
        let units = LayoutUnits(density: density)
        let width: Double
        if let itemWidth {
            try ParameterLimits.check(side: itemWidth, "item-width")
            width = units.units(itemWidth)
        } else {
            width = units.units(
                try ColumnPlan.width(
                    viewport: viewport, left: inset.left, right: inset.right, gap: columnSpacing, columns: columns))
        }
        // Paddings and margins are what the style sheet has, and widths and heights as they were laid out.
        func cssPixels(_ length: Double) -> Double { sixDigits(Double(Float(length))) }
        let inner = units.cssPixels(units.units(viewport.width)) - (cssPixels(inset.left) + cssPixels(inset.right))
        let pitch = units.cssPixels(width) + columnSpacing
        let count = Self.columns(pitch, in: inner + columnSpacing)
        try ParameterLimits.check(columns: count)
        edges = try ColumnEdges(
            lefts: (0..<count).map { units.points(units.units(pitch * Double($0) + cssPixels(inset.left))) },
            widths: Array(repeating: units.points(width), count: count), in: viewport.width)
        self.width = Int64(width)
        margin = cssPixels(rowSpacing)
        gap = margin
        paddings = (cssPixels(inset.top), cssPixels(inset.bottom))
        heightWhenEmpty = paddings.top + paddings.bottom
        fixedStrip = units.units(extraHeight)
        strip = units.points(fixedStrip)
        self.viewport = viewport
        self.extraHeight = extraHeight
        self.units = units
    }

    /// How many columns of that pitch the script finds room for.
    private static func columns(_ pitch: Double, in room: Double) -> Int {
        guard pitch > 0 else { return 0 }
        let missing = pitch - room.truncatingRemainder(dividingBy: pitch)
        let columns = room / pitch
        return Int(max(1, missing != 0 && missing < 1 ? (columns + 0.5).rounded(.down) : columns.rounded(.down)))
    }

    var emptyBottoms: ColumnBottoms { ColumnBottoms(columns: columns, start: 0, choice: .shortest(.double)) }
    var fillsShortest: Bool { false }
    var heightRounding: Double { units.points(2) }
    /// Six digits of the tallest picture, and the browser's rounding.
    func depthRounding(in height: Double) -> Double { height * 5e-6 + 2 / 64 }

    @inline(__always)
    func height(_ pictureWidth: Int32, _ height: Int32, adding points: Double, in column: Int) -> Double {
        let strip = points == 0 ? fixedStrip : units.units(extraHeight + points)
        return LayoutUnits.sum(LayoutUnits.height(width, pictureWidth, height), strip)
    }

    @inline(__always)
    func end(top: Double, height: Double) -> Double { top + (units.cssPixels(height) + margin) }
    @inline(__always)
    func y(_ top: Double) -> Double { units.points(units.units(top + paddings.top)) }
    @inline(__always)
    func points(_ height: Double) -> Double { units.points(height) }
    @inline(__always)
    func searchKey(top: Double, height: Double) -> Double { paddings.top + end(top: top, height: height) }
    /// A frame may reach below the end that the script counts, by what six digits leave of the greatest length.
    func searchKey(reaching y: Double) -> Double { min(y, units.points(LayoutUnits.greatest)) - 256 }
    func contentHeight(_ end: Double) -> Double { units.points(units.units(end + heightWhenEmpty)) }
}

extension LayoutUnits {
    /// The CSS pixels that `getComputedStyle` returns for a length in units: six digits.
    @inline(__always)
    func cssPixels(_ units: Double) -> Double { sixDigits(units / (64 * density)) }
}

/// The nearest number of six decimal digits, the even one of two.
@inline(__always)
func sixDigits(_ number: Double) -> Double {
    // Most pictures; the general way gives the same.
    if number >= 100, number < 999.9995 { return (number * 1000).nearestEven / 1000 }
    guard number > 0 else { return 0 }
    var scale = 1.0
    if number >= 100_000 {
        while number / scale >= 999_999.5 { scale *= 10 }
        return (number / scale).nearestEven * scale
    }
    while number * scale < 99_999.95 { scale *= 10 }
    return (number * scale).nearestEven / scale
}

extension Double {
    /// Adding 2^52 leaves no room for a fraction.
    @inline(__always)
    fileprivate var nearestEven: Double { self + 0x1p52 - 0x1p52 }
}

extension MasonryJS {
    static let kind = LayoutKind(
        name: "masonry-js", about: "masonry.js in Chromium: shortest column first, lengths of six digits",
        parameters: LayoutParameter.waterflow(columns: .columns) + [
            LayoutParameter(
                "item-width", .length, defaultText: "what columns leaves", "the width of every item, instead of columns"),
            .density,
        ],
        platform: .web
    ) { (space, parameters) throws(LayoutError) in
        try parameters.refuseBoth("columns", "item-width")
        return try MasonryJS(
            viewport: space.viewport, columns: parameters.count("columns") ?? 0, itemWidth: parameters.lengthIfSet("item-width"),
            columnSpacing: parameters.length("column-spacing"), rowSpacing: parameters.length("row-spacing"),
            inset: parameters.inset, extraHeight: parameters.length("extra-height"), density: parameters.density)
    }
}
