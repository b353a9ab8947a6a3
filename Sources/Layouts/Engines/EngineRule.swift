/// The left edges and the widths of columns, in points.
struct ColumnEdges: Equatable, Sendable {
    var lefts: [Double]
    var widths: [Double]

    /// Refuses columns that have no width.
    init(lefts: [Double], widths: [Double], in viewport: Double) throws(LayoutError) {
        guard widths.allSatisfy({ $0 > 0 }) else { throw ColumnPlan.noRoom(for: widths.count, in: viewport) }
        self.lefts = lefts
        self.widths = widths
    }
}

/// A rule for an engine other than those of iOS. Its columns need not be of one width.
protocol EngineRule: ColumnRule {
    var edges: ColumnEdges { get }
    /// The least distance between the items of a column, in points.
    var gap: Double { get }
    /// The strip of all items as the engine rounds it, in points.
    var strip: Double { get }
    /// How far rounding may take a frame's height from its picture's shape, in points.
    var heightRounding: Double { get }
    /// How far rounding may lay a frame over the one above it, in points, in content so high.
    func depthRounding(in height: Double) -> Double
    /// Whether each item goes to the shortest column, ties to the left.
    var fillsShortest: Bool { get }
    /// Whether columns whose frames end at the same y are equal to the engine, too.
    var showsTies: Bool { get }
}

extension EngineRule {
    var columns: Int { edges.lefts.count }
    var dealing: Dealing { .none }

    func x(of column: Int) -> Double { edges.lefts[column] }
    func width(of column: Int) -> Double { edges.widths[column] }

    func columns(from minX: Double, to maxX: Double) -> Range<Int> {
        let first = partitionPoint(0..<columns) { edges.lefts[$0] + edges.widths[$0] <= minX }
        let last = partitionPoint(0..<columns) { edges.lefts[$0] < maxX }
        return first < last ? first..<last : 0..<0
    }

    func top(below end: Double, isFirst: Bool) -> Double { end }
    func searchKey(top: Double, height: Double) -> Double { y(end(top: top, height: height)) }
    func searchKey(reaching y: Double) -> Double { y }

    var fillsShortest: Bool { true }
    var showsTies: Bool { true }
    func depthRounding(in height: Double) -> Double { 0 }

    func guarantees(_ sections: SectionTable, contentHeight: Double) -> LayoutGuarantees {
        var guarantees = LayoutGuarantees()
        let end = x(of: columns - 1) + width(of: columns - 1)
        if end <= viewport.width { guarantees.across = x(of: 0)...end }
        guarantees.width = edges.widths.allSatisfy { $0 == edges.widths[0] } ? edges.widths[0] : nil
        guarantees.extraHeight = strip
        guarantees.aspectTolerance = max(1, heightRounding)
        guarantees.gap = gap
        guarantees.depthRounding = depthRounding(in: contentHeight)
        if fillsShortest {
            guarantees.balance = LayoutGuarantees.Balance(
                columns: columns, gap: gap, start: y(0), firstGap: 0, gapBelow: gap, showsTies: showsTies)
        }
        return guarantees
    }
}

/// Lengths in dp as whole pixels. Android computes in Floats.
struct AndroidPixels: Equatable, Sendable {
    let density: Double

    /// As a view's dimension is read (`getDimensionPixelSize`): rounded half up, and at least 1 for a length that is not 0.
    func size(_ dp: Double) -> Double {
        dp > 0 ? max(1, Double(Int64(Float(dp) * Float(density) + 0.5))) : 0
    }

    /// As Compose rounds (`roundToPx`): half up.
    func rounded(_ dp: Double) -> Double { roundedHalfUp(Float(dp) * Float(density)) }

    func points(_ pixels: Double) -> Double { pixels / density }
}

/// The nearest whole number; the upper one of two. The number must not be negative.
@inline(__always)
func roundedHalfUp(_ number: Float) -> Double { Double(Int64(Double(number) + 0.5)) }

/// Lengths as Chromium's layout has them: 64ths of a device pixel in 32 bits, which end at 2^25 pixels.
struct LayoutUnits: Equatable, Sendable {
    /// Device pixels to a CSS pixel.
    let density: Double

    static let greatest = Double(Int32.max)

    /// A length of a style sheet, in units.
    @inline(__always)
    func units(_ length: Double) -> Double {
        let units = Float(length * density) * 64
        return units < Float(Int32.max) ? Double(Int32(units)) : Self.greatest
    }

    /// The height of a picture that is so many units wide.
    @inline(__always)
    static func height(_ width: Int64, _ pictureWidth: Int32, _ height: Int32) -> Double {
        let area = width * Int64(height)
        // A quotient of Doubles, truncated, is exact up to there, and takes a fraction of the time of integers.
        let units = area < 1 << 52 ? Int64(Double(area) / Double(pictureWidth)) : area / Int64(pictureWidth)
        return Double(min(units, Int64(Int32.max)))
    }

    @inline(__always)
    static func sum(_ one: Double, _ other: Double) -> Double { min(one + other, greatest) }

    @inline(__always)
    func points(_ units: Double) -> Double { units / (64 * density) }
}
