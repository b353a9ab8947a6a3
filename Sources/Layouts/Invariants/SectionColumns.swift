/// Column trackers for sections that have parameters of their own: one for each run of sections in which the
/// same holds.
struct SectionColumns {
    private var tracker: ColumnTracker?
    private var guarantees = LayoutGuarantees()
    /// The end of the runs before the current one, along the scrolling direction.
    private var start = -Double.infinity
    private var end = -Double.infinity
    private var areSeparate = true
    private var stacking: InvariantReport
    private let limit: Int
    private let tolerance: Double

    init(tolerance: Double, limit: Int) {
        self.tolerance = tolerance
        self.limit = limit
        stacking = InvariantReport(limit: limit)
    }

    /// Adds frames of one section; `box` is their bounding box.
    mutating func add(
        _ items: Range<Int>, _ frames: [Rect], _ box: BoundingBox, of layout: any Layout, _ own: LayoutGuarantees,
        across: ClosedRange<Double>
    ) {
        if tracker == nil || own != guarantees {
            conclude()
            (guarantees, start) = (own, end)
            tracker = ColumnTracker(
                layout, own, across: across, tolerance: tolerance, depthTolerance: tolerance, limit: limit,
                first: items.lowerBound)
        }
        tracker?.add(frames, from: items.lowerBound)
        if (own.scrollsHorizontally ? box.minX : box.minY) < start - tolerance { areSeparate = false }
        end = max(end, own.scrollsHorizontally ? box.maxX : box.maxY)
    }

    private mutating func conclude() {
        guard let tracker else { return }
        if !tracker.excludesOverlap { areSeparate = false }
        // Frames that are not aligned belong to no column for certain.
        if tracker.areAligned { stacking.add(tracker.stacking) }
        self.tracker = nil
    }

    /// The wrong gaps, and whether no two frames can overlap.
    consuming func finish() -> (stacking: InvariantReport, excludesOverlap: Bool) {
        conclude()
        return (stacking, areSeparate)
    }
}
