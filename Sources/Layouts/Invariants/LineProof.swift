/// Proves that frames which go by in item order do not overlap, where they form lines: each frame
/// stands right of the one before it, or begins below all lines before.
struct LineProof {
    private let slack: Double
    private let gap: Double
    private var lineEnd = -Double.infinity
    private var lineBottom = -Double.infinity
    private var linesBottom = -Double.infinity
    /// What the lines before in the same section reach down to.
    private var gapBottom = -Double.infinity
    private var cursor: SectionCursor
    private(set) var holds = true
    /// Where lines stand too close; worth nothing unless the proof holds.
    private(set) var gaps: InvariantReport

    init(_ sections: SectionTable, gap: Double, slack: Double, limit: Int) {
        cursor = SectionCursor(sections)
        self.gap = gap
        self.slack = slack
        gaps = InvariantReport(limit: limit)
    }

    mutating func take(_ frames: [Rect], from first: Int, isHorizontal: Bool) {
        var item = first
        for frame in frames {
            let frame = isHorizontal ? frame.transposed : frame
            let isAtStart = cursor.isAtStart(item)
            if isAtStart || frame.x + min(slack, frame.width / 4) < lineEnd {
                linesBottom = max(linesBottom, lineBottom)
                lineBottom = -.infinity
                // Between sections lies what their insets and headers say.
                gapBottom = isAtStart ? -.infinity : linesBottom
            }
            if frame.y < linesBottom - slack {
                holds = false
                return
            }
            if frame.y < gapBottom + gap - slack { gaps.tellGap(item, frame.y - gapBottom, gap) }
            lineEnd = frame.maxX
            lineBottom = max(lineBottom, frame.maxY)
            item += 1
        }
    }
}

extension InvariantReport {
    mutating func tellGap(_ item: Int, _ found: Double, _ gap: Double) {
        add(
            .gap, [item], found: found, allowed: gap,
            "picture \(item) stands \(found) points from what is before it, and the gap is \(gap)")
    }
}
