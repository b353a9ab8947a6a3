@testable import Layouts

/// Finds the columns that frames stand in, while the frames are passed in item order. A frame's column
/// follows from the position of its middle, without a search.
struct ColumnTracker {
    struct FoundColumn {
        fileprivate(set) var minX: Double
        fileprivate(set) var maxX: Double
        fileprivate(set) var bottom: Double
        /// The item that ends at the bottom, or the last of several; -1 in an empty column.
        fileprivate(set) var item: Int
    }

    private var slots: [FoundColumn]
    private let start: Double
    private let slotsPerPoint: Double
    private let tolerance: Double
    /// The same along the scrolling direction.
    private let depthTolerance: Double
    private let guarantees: LayoutGuarantees
    private var cursor: SectionCursor
    private var narrowest = Double.infinity
    /// Whether every frame begins below those before it in its column.
    private var areSeparate = true
    /// Whether all frames of a column begin at exactly the same x.
    private(set) var areAligned = true
    private(set) var tallest = 0.0
    /// The bottom, as it is compared, of the column that the last item went to, and the item's x.
    private var lastPick: (bottom: Double, x: Double) = (-.infinity, 0)
    /// Wrong gaps, and items that went to the wrong column.
    private(set) var stacking: InvariantReport

    /// The layout must have frames. There are as many slots as frames of the first one's width fit side by side.
    /// The first item must begin a section.
    init(
        _ layout: any Layout, _ guarantees: LayoutGuarantees, across: ClosedRange<Double>, tolerance: Double,
        depthTolerance: Double, limit: Int, first item: Int = 0
    ) {
        let first = layout.frame(of: item)
        let width = guarantees.scrollsHorizontally ? first.height : first.width
        let span = across.upperBound - across.lowerBound
        let count = width > 0 && span > 0 ? (span / width).rounded().clamped(to: 1...Double(ParameterLimits.maxColumns)) : 1
        slots = Array(
            repeating: FoundColumn(minX: .infinity, maxX: -.infinity, bottom: -.infinity, item: -1), count: Int(count))
        start = across.lowerBound
        slotsPerPoint = span > 0 ? count / span : 0
        self.tolerance = tolerance
        self.depthTolerance = depthTolerance
        self.guarantees = guarantees
        cursor = SectionCursor(layout.sections, from: item)
        stacking = InvariantReport(limit: limit)
    }

    mutating func add(_ frames: [Rect], from first: Int) {
        let isHorizontal = guarantees.scrollsHorizontally
        let last = Double(slots.count - 1)
        var item = first
        for frame in frames {
            let frame = isHorizontal ? frame.transposed : frame
            let slot = Int(((frame.midX - start) * slotsPerPoint).clamped(to: 0...last))
            let column = slots[slot]
            if let balance = guarantees.balance {
                checkPick(item, frame, column, balance)
            } else if !cursor.isAtStart(item), column.item >= cursor.start, frame.y < column.bottom + guarantees.gap - depthTolerance {
                stacking.addGap(item, frame.y - column.bottom, guarantees.gap)
            }
            if frame.y < column.bottom - depthTolerance { areSeparate = false }
            if frame.x != column.minX {
                if column.item >= 0 { areAligned = false }
                slots[slot].minX = min(column.minX, frame.x)
            }
            slots[slot].maxX = max(column.maxX, frame.maxX)
            if frame.maxY >= column.bottom {
                slots[slot].bottom = frame.maxY
                slots[slot].item = item
            }
            tallest = max(tallest, frame.height)
            narrowest = min(narrowest, frame.width)
            item += 1
        }
    }

    /// If each item goes to the shortest column, the bottoms of the chosen columns never decrease: a
    /// shorter column that was passed over is chosen later, or remains at the end.
    @inline(__always)
    private mutating func checkPick(
        _ item: Int, _ frame: Rect, _ column: FoundColumn, _ balance: LayoutGuarantees.Balance
    ) {
        let isFirst = column.item < 0
        let end = balance.reading.placing(isFirst ? balance.start : column.bottom)
        let gap = isFirst ? balance.firstGap : balance.gap
        if (frame.y - end - gap).magnitude > tolerance { stacking.addGap(item, frame.y - end, gap) }
        let bottom = balance.bottom(of: column)
        if bottom < lastPick.bottom - tolerance || (balance.showsTies && bottom == lastPick.bottom && frame.x < lastPick.x) {
            stacking.addPick(item, bottom, lastPick.bottom)
        }
        lastPick = (bottom, frame.x)
    }

    /// How far the shortest column ends above the one that was chosen last.
    func passedOver(_ balance: LayoutGuarantees.Balance) -> Double {
        let found = self.columns
        let start = balance.reading.comparing(balance.start)
        let shortest = found.count < balance.columns ? start : found.map(balance.bottom).min() ?? start
        return lastPick.bottom - shortest
    }

    /// The columns that have items, from left to right.
    var columns: [FoundColumn] { slots.filter { $0.item >= 0 } }

    /// Whether no two frames can overlap: in each column every frame begins below all before it, and no
    /// column reaches into the next one.
    var excludesOverlap: Bool {
        let trim = min(tolerance, narrowest / 4)
        let columns = columns
        return areSeparate && zip(columns, columns.dropFirst()).allSatisfy { $0.maxX <= $1.minX + trim }
    }
}

extension LayoutGuarantees.Balance {
    /// The bottom that the column is compared by.
    @inline(__always)
    fileprivate func bottom(of column: ColumnTracker.FoundColumn) -> Double {
        reading.comparing(column.item < 0 ? start : column.bottom + gapBelow)
    }
}

extension InvariantReport {
    fileprivate mutating func addPick(_ item: Int, _ bottom: Double, _ last: Double) {
        add(
            .shortest, [item], found: bottom, allowed: last,
            bottom == last
                ? "picture \(item) stands left of the picture before it, though both columns ended at \(bottom)"
                : "picture \(item) continues a column that ended at \(bottom), and the picture before it one at \(last)")
    }
}

/// Proves that frames do not overlap if they form lines: each frame, in item order, stands right of the
/// one before it or begins below all earlier lines.
struct LineTracker {
    private let tolerance: Double
    /// The least distance between lines; sections may have one of their own.
    var gap: Double
    private var lineEnd = -Double.infinity
    private var lineBottom = -Double.infinity
    private var linesBottom = -Double.infinity
    /// The bottom of the earlier lines of the same section.
    private var gapBottom = -Double.infinity
    private var cursor: SectionCursor
    private(set) var excludesOverlap = true
    /// Lines that stand too close; meaningless unless `excludesOverlap`.
    private(set) var gaps: InvariantReport

    init(_ sections: SectionTable, gap: Double, tolerance: Double, limit: Int) {
        cursor = SectionCursor(sections)
        self.gap = gap
        self.tolerance = tolerance
        gaps = InvariantReport(limit: limit)
    }

    mutating func add(_ frames: [Rect], from first: Int, isHorizontal: Bool) {
        var item = first
        for frame in frames {
            let frame = isHorizontal ? frame.transposed : frame
            let isAtStart = cursor.isAtStart(item)
            if isAtStart || frame.x + min(tolerance, frame.width / 4) < lineEnd {
                linesBottom = max(linesBottom, lineBottom)
                lineBottom = -.infinity
                // Insets and headers determine the distance between sections, not the gap.
                gapBottom = isAtStart ? -.infinity : linesBottom
            }
            if frame.y < linesBottom - tolerance {
                excludesOverlap = false
                return
            }
            if frame.y < gapBottom + gap - tolerance { gaps.addGap(item, frame.y - gapBottom, gap) }
            lineEnd = frame.maxX
            lineBottom = max(lineBottom, frame.maxY)
            item += 1
        }
    }
}

extension InvariantReport {
    mutating func addGap(_ item: Int, _ found: Double, _ gap: Double) {
        add(
            .gap, [item], found: found, allowed: gap,
            "picture \(item) stands \(found) points from what is before it, and the gap is \(gap)")
    }
}

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
