@testable import Layouts

/// Checks a layout against the invariants and its own guarantees, using only the layout's answers. It
/// makes one pass over n pictures, in chunks that fit into the processor's cache. Frames are sorted, in
/// O(n log n), only if they may overlap.
struct InvariantCheck {
    let layout: any Layout
    let page: PicturePage
    /// The guarantees that all sections have in common.
    let guarantees: LayoutGuarantees
    /// How far coordinates may deviate by rounding.
    let tolerance: Double
    /// The same along the scrolling direction, where some engines round far more coarsely.
    let depthTolerance: Double
    let invariants: Set<Invariant>
    var report: InvariantReport
    /// The bounding box of each chunk of frames.
    var boxes: [BoundingBox] = []
    /// Frames from all over the layout, which the queries ask for again.
    var samples: [(items: Range<Int>, frames: [Rect])] = []

    private static let sampledChunks = 16

    /// The layout must have been made from this page, appended at once or in parts.
    static func report(
        of layout: any Layout, made from: PicturePage, asking invariants: Set<Invariant> = Set(Invariant.allCases),
        limit: Int = 100
    ) -> InvariantReport {
        var check = InvariantCheck(layout, from, invariants, limit)
        guard check.checkCount() else { return check.report }
        check.checkFrames()
        return check.report
    }

    private init(_ layout: any Layout, _ page: PicturePage, _ invariants: Set<Invariant>, _ limit: Int) {
        self.layout = layout
        self.page = page
        self.invariants = invariants
        guarantees = layout.guarantees
        let content = layout.contentSize
        tolerance = roundingTolerance(max(content.width, content.height))
        depthTolerance = tolerance + guarantees.depthRounding
        report = InvariantReport(limit: limit)
    }

    /// The range across the scrolling direction that frames with these guarantees stay in.
    private func across(_ guarantees: LayoutGuarantees) -> ClosedRange<Double> {
        if let across = guarantees.across { return across }
        let content = layout.contentSize
        let extent = guarantees.scrollsHorizontally ? content.height : content.width
        return 0...(extent > 0 ? extent : 0)
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

    private mutating func checkFrames() {
        let chunks = (0..<layout.count).chunks
        let isHorizontal = guarantees.scrollsHorizontally
        // In other layouts flat frames form lines by chance, one for every few pictures.
        let reportsLineGaps = guarantees.formsLines && invariants.contains(.gap)
        var lines = LineTracker(
            layout.sections, gap: guarantees.gap, tolerance: tolerance, limit: reportsLineGaps ? report.limit : 0)
        var columns: ColumnTracker?
        var sectionColumns = SectionColumns(tolerance: tolerance, limit: report.limit)
        var areSound = true
        for (number, items) in chunks.enumerated() {
            let frames = layout.frames(of: items)
            let box = BoundingBox(of: frames)
            guard box.isSound else {
                checkFinite(items, frames)
                areSound = false
                continue
            }
            boxes.append(box)
            if number % max(1, chunks.count / Self.sampledChunks) == 0 || number == chunks.count - 1 {
                samples.append((items, frames))
            }
            checkCoverage(items, frames, box)
            if layout.guaranteesDiffer {
                checkSections(items, frames, &lines, &sectionColumns)
                continue
            }
            checkSizes(items, frames, box, guarantees)
            if lines.excludesOverlap { lines.add(frames, from: items.lowerBound, isHorizontal: isHorizontal) }
            if columns == nil, !lines.excludesOverlap || !guarantees.formsLines {
                // The frames of earlier chunks formed lines, so columns were not tracked until now.
                columns = columnTracker(of: chunks[..<number])
            }
            columns?.add(frames, from: items.lowerBound)
        }
        guard areSound, layout.count > 0 else { return }
        if let columns {
            checkBalance(columns)
            checkColumnStarts(columns)
            checkStacking(columns)
        }
        let sections = sectionColumns.finish()
        if layout.guaranteesDiffer, !lines.excludesOverlap || !guarantees.formsLines {
            report.add(sections.stacking.only(invariants))
        }
        if lines.excludesOverlap, reportsLineGaps { report.add(lines.gaps) }
        let columnsExclude = layout.guaranteesDiffer ? sections.excludesOverlap : columns?.excludesOverlap == true
        let canOverlap = !lines.excludesOverlap && !columnsExclude
        if canOverlap, invariants.contains(.overlap) { checkOverlap() }
        if invariants.contains(.query) { checkQueries() }
    }

    /// Checks a chunk section by section, each by what holds of it.
    private mutating func checkSections(
        _ items: Range<Int>, _ frames: [Rect], _ lines: inout LineTracker, _ columns: inout SectionColumns
    ) {
        var item = items.lowerBound
        while item < items.upperBound {
            let section = layout.sections.section(of: item)
            let part = item..<min(items.upperBound, layout.sections.items(of: section).upperBound)
            let own = Array(frames[(part.lowerBound - items.lowerBound)..<(part.upperBound - items.lowerBound)])
            let box = BoundingBox(of: own)
            let guarantees = layout.guarantees(of: section)
            checkSizes(part, own, box, guarantees)
            lines.gap = guarantees.gap
            if lines.excludesOverlap {
                lines.add(own, from: item, isHorizontal: guarantees.scrollsHorizontally)
            }
            columns.add(part, own, box, of: layout, guarantees, across: across(guarantees))
            item = part.upperBound
        }
    }

    private func columnTracker(of chunks: ArraySlice<Range<Int>>) -> ColumnTracker {
        var tracker = ColumnTracker(
            layout, guarantees, across: across(guarantees), tolerance: tolerance, depthTolerance: depthTolerance,
            limit: report.limit)
        for items in chunks {
            tracker.add(layout.frames(of: items), from: items.lowerBound)
        }
        return tracker
    }
}
