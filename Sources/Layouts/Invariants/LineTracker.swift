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
