/// Holds a layout against what must be true of it; every layout against the same, and with
/// nothing but the layout's answers to go by. One pass over n pictures, in stretches that stay in
/// the processor's cache; only where frames may overlap they are sorted, in O(n log n).
public struct InvariantCheck {
    let layout: any Layout
    let page: Page
    let promises: LayoutPromises
    /// How far frames may stray by rounding.
    let slack: Double
    let invariants: Set<Invariant>
    public internal(set) var report: InvariantReport
    /// The hull of each stretch of frames.
    var hulls: [Hull] = []
    /// Frames to ask for again, from stretches all over the layout.
    var samples: [(items: Range<Int>, frames: [Rect])] = []

    static let stretch = 1024
    private static let samples = 16

    /// The layout must have been made from this page, appended at once or in pieces. Each stretch of
    /// frames is handed on besides, so that who looks at frames too need not ask for them again.
    public static func report(
        of layout: any Layout, made from: Page, asking invariants: Set<Invariant> = Set(Invariant.allCases),
        limit: Int = 100, look: (Range<Int>, [Rect]) -> Void = { _, _ in }
    ) -> InvariantReport {
        var check = InvariantCheck(layout, from, invariants, limit)
        guard check.checkCount() else { return check.report }
        check.checkFrames(look)
        return check.report
    }

    private init(_ layout: any Layout, _ page: Page, _ invariants: Set<Invariant>, _ limit: Int) {
        self.layout = layout
        self.page = page
        self.invariants = invariants
        promises = layout.promises
        slack = hair(max(layout.contentSize.width, layout.contentSize.height))
        report = InvariantReport(limit: limit)
    }

    /// Where the frames stay in, across the scrolling direction.
    var across: ClosedRange<Double> {
        if let across = promises.across { return across }
        let content = layout.contentSize
        let extent = promises.scrollsHorizontally ? content.height : content.width
        return 0...(extent > 0 ? extent : 0)
    }

    static func stretches(of count: Int) -> [Range<Int>] {
        stride(from: 0, to: count, by: stretch).map { $0..<min($0 + stretch, count) }
    }

    private mutating func checkCount() -> Bool {
        let lengths = (0..<layout.sections.count).map { layout.sections.items(of: $0).count }
        let (frames, pictures) = (layout.count, page.count)
        guard frames == pictures else {
            report.add(
                .count, [], found: Double(frames), allowed: Double(pictures),
                "there are \(frames) frames for \(pictures) pictures")
            return false
        }
        if lengths != page.sectionLengths, invariants.contains(.count) {
            report.add(
                .count, [], found: Double(lengths.count), allowed: Double(page.sectionLengths.count),
                "the pictures do not stand in the sections that they came in")
        }
        return true
    }

    private mutating func checkFrames(_ look: (Range<Int>, [Rect]) -> Void) {
        let stretches = Self.stretches(of: layout.count)
        let isHorizontal = promises.scrollsHorizontally
        var lines = LineProof(layout.sections, gap: promises.gap, slack: slack, limit: report.limit)
        var columns: ColumnTable?
        var areSound = true
        for (number, items) in stretches.enumerated() {
            let frames = layout.frames(of: items)
            let hull = Hull(of: frames)
            guard hull.isSound else {
                checkFinite(items, frames)
                areSound = false
                continue
            }
            hulls.append(hull)
            if number % max(1, stretches.count / Self.samples) == 0 || number == stretches.count - 1 {
                samples.append((items, frames))
            }
            checkBounds(items, frames, hull)
            checkWidth(items, frames)
            checkCoverage(items, frames, hull)
            checkAspect(items, frames)
            if lines.holds { lines.take(frames, from: items.lowerBound, isHorizontal: isHorizontal) }
            if columns == nil, !lines.holds || promises.balance != nil {
                // Nothing could be said of columns while the frames stood in lines.
                columns = columnTable(of: stretches[..<number])
            }
            columns?.take(frames, from: items.lowerBound)
            look(items, frames)
        }
        guard areSound, layout.count > 0 else { return }
        if let columns {
            checkBalance(columns)
            checkPlaces(columns)
            checkStacking(columns)
        }
        if lines.holds, promises.balance == nil, invariants.contains(.gap) { report.add(lines.gaps) }
        let isClear = lines.holds || columns?.excludesOverlap == true
        if !isClear, invariants.contains(.overlap) { checkOverlap() }
        if invariants.contains(.query) { checkQueries() }
    }

    private func columnTable(of stretches: ArraySlice<Range<Int>>) -> ColumnTable {
        var table = ColumnTable(layout, promises, across: across, slack: slack, limit: report.limit)
        for items in stretches {
            table.take(layout.frames(of: items), from: items.lowerBound)
        }
        return table
    }
}
