/// What a layout promises besides what holds of all layouts.
public struct LayoutPromises: Equatable, Sendable {
    /// The stretch that frames stay in, across the scrolling direction; nil where an item may be
    /// larger than its line.
    public var across: ClosedRange<Double>?
    public var scrollsHorizontally = false
    /// Which side of a frame is made to fit its picture's shape, but for `extraHeight`; nil if none is.
    public var shapedSide: Side? = .height
    /// A strip below every picture, part of its frame.
    public var extraHeight = 0.0
    /// Whether an append leaves all earlier frames as they are.
    public var keepsEarlierFrames = true
    /// Set where each item goes to the shortest column.
    public var balance: Balance?

    public enum Side: Sendable { case width, height }

    /// That the bottoms of columns differ by the tallest item and a gap at most.
    public struct Balance: Equatable, Sendable {
        public var columns: Int
        public var gap: Double
        /// The bottom of a column without items.
        public var start: Double

        public init(columns: Int, gap: Double, start: Double) {
            self.columns = columns
            self.gap = gap
            self.start = start
        }
    }

    public init() {}
}
