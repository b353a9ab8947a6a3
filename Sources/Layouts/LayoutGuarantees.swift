/// The guarantees of one layout in addition to the invariants of all layouts.
public struct LayoutGuarantees: Equatable, Sendable {
    /// The range that frames stay in, across the scrolling direction; nil if an item may be larger
    /// than its line.
    public var across: ClosedRange<Double>?
    /// The size of every frame across the scrolling direction; nil if frames differ.
    public var width: Double?
    /// Whether the content scrolls sideways; "across" is then from top to bottom.
    public var scrollsHorizontally = false
    /// The side of a frame that follows from its picture's aspect ratio, `extraHeight` apart; nil if neither does.
    public var sideFromPicture: FrameSide? = .height
    /// A strip below every picture, part of its frame.
    public var extraHeight = 0.0
    /// How far, in points, that side may be from the aspect ratio.
    package var aspectTolerance = 1.0
    /// How far the engine's own rounding may move a frame along the scrolling direction.
    package var depthRounding = 0.0
    /// The least distance between an item and the next one along the scrolling direction.
    public var gap = 0.0
    /// Whether a whole line keeps the gap to the line before it; else each item to the one before it in its column.
    public var formsLines = false
    /// Whether an append leaves all earlier frames as they are.
    public var keepsEarlierFrames = true
    /// Set if each item goes to the shortest column, ties to the left.
    package var balance: Balance?

    /// The bottoms of columns differ by at most the tallest item and a gap.
    package struct Balance: Equatable, Sendable {
        package var columns: Int
        /// The exact distance between an item and the one below it.
        package var gap: Double
        /// The bottom of a column without items.
        package var start: Double
        /// The exact distance between `start` and a column's first item.
        package var firstGap: Double
        /// The part of the gap that an item adds to its column's bottom.
        package var gapBelow: Double
        /// How bottoms are read.
        package var reading: BottomReading
        /// Whether columns whose frames end at the same y are equal to the engine, too.
        package var showsTies: Bool

        package init(
            columns: Int, gap: Double, start: Double, firstGap: Double, gapBelow: Double = 0, reading: BottomReading = .double,
            showsTies: Bool = true
        ) {
            self.columns = columns
            self.gap = gap
            self.start = start
            self.firstGap = firstGap
            self.gapBelow = gapBelow
            self.reading = reading
            self.showsTies = showsTies
        }
    }

    package init() {}

    /// The guarantees that several sections have in common.
    init(common sections: [LayoutGuarantees]) {
        self = sections.first ?? LayoutGuarantees()
        for other in sections.dropFirst() {
            if other.width != width { width = nil }
            if other.sideFromPicture != sideFromPicture { sideFromPicture = nil }
            gap = min(gap, other.gap)
            if let range = across, let otherRange = other.across {
                across = min(range.lowerBound, otherRange.lowerBound)...max(range.upperBound, otherRange.upperBound)
            } else {
                across = nil
            }
        }
    }
}

/// A side of a frame.
public enum FrameSide: Sendable { case width, height }
