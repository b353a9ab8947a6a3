/// What a layout promises besides what holds of all layouts.
public struct LayoutPromises: Equatable, Sendable {
    /// The stretch that frames stay in, across the scrolling direction; nil where an item may be
    /// larger than its line.
    public var across: ClosedRange<Double>?
    /// The extent across of every frame; nil where it is each item's own.
    public var width: Double?
    public var scrollsHorizontally = false
    /// Which side of a frame is made to fit its picture's shape, but for `extraHeight`; nil if none is.
    public var shapedSide: Side? = .height
    /// A strip below every picture, part of its frame.
    public var extraHeight = 0.0
    /// What lies at least between an item and the next one along the scrolling direction.
    public var gap = 0.0
    /// Whether an append leaves all earlier frames as they are.
    public var keepsEarlierFrames = true
    /// Set where each item goes to the shortest column, the leftmost of several.
    public var balance: Balance?

    public enum Side: Sendable { case width, height }

    /// That the bottoms of columns differ by the tallest item and a gap at most.
    public struct Balance: Equatable, Sendable {
        public var columns: Int
        /// What lies between an item and the one below it, no more and no less.
        public var gap: Double
        /// The bottom of a column without items, and what lies between it and the first.
        public var start: Double
        public var firstGap: Double

        public init(columns: Int, gap: Double, start: Double, firstGap: Double) {
            self.columns = columns
            self.gap = gap
            self.start = start
            self.firstGap = firstGap
        }
    }

    public init() {}
}
