/// Items on lines, and lines in sections: everything that a flow has placed so far. If all items have
/// one length, their starts follow from their numbers and are not stored.
struct FlowLines: Sendable {
    /// The plan of all sections that have no parameters of their own.
    let plan: FlowPlan
    private let plans: SectionPlans
    private(set) var sections = SectionTable()
    private(set) var bands: [Band] = []
    /// The number of each section's plan; filled only if sections have parameters of their own.
    private var planNumbers: [Int32] = []
    /// The start of each line along the scrolling direction.
    private var tops: [Double] = []
    // Starts, lengths and depths are stored for all sections as soon as one needs them, so that items and lines keep their
    // numbers.
    /// The depth of each line; filled only if items of different depths can share a line.
    private var depths: [Double] = []
    /// The first item of each line; filled only if lengths differ.
    private var firsts: [Int32] = []
    /// Each item's start on its line; filled only if lengths differ.
    private var starts: [Double] = []
    /// Each item's side that follows from its picture; empty if the sizes of items are fixed.
    private var extents: [Double] = []

    /// The part of the content that one section covers along the scrolling direction.
    struct Band {
        let firstLine: Int
        let top: Double
        let linesTop: Double
        var linesEnd: Double
        var footerTop: Double
        var bottom: Double
    }

    init(_ plans: SectionPlans) {
        self.plans = plans
        plan = plans.all[0]
    }

    init(_ plan: FlowPlan) { self.init(SectionPlans(plan)) }

    @inline(__always)
    func plan(of section: Int) -> FlowPlan { planNumbers.isEmpty ? plan : plans.all[Int(planNumbers[section])] }

    /// Whether some sections have parameters of their own.
    var hasOwnPlans: Bool { plans.all.count > 1 }

    /// The first section of each plan that is in use, in order.
    var firstSections: [Int] {
        var seen: Set<Int32> = []
        return planNumbers.indices.filter { seen.insert(planNumbers[$0]).inserted }
    }

    /// The shape of a line, for each plan that is in use.
    var shapes: [LineShape] {
        guard hasOwnPlans else { return [LineShape(plan, section: nil)].compactMap { $0 } }
        return firstSections.compactMap { LineShape(plan(of: $0), section: $0) }
    }

    /// The extent of the content along the scrolling direction.
    var end: Double { bands.last?.bottom ?? 0 }

    /// An append can add items to the last line, which may deepen it and move its items.
    var frontier: Double {
        guard let band = bands.last else { return 0 }
        return tops.count > band.firstLine ? tops[tops.count - 1] : band.linesTop
    }

    // MARK: Finding items

    @inline(__always)
    func extent(of item: Int, _ plan: FlowPlan) -> (length: Double, depth: Double) {
        switch plan.measure {
        case .fixed(let length, let depth): (length, depth)
        case .depthFromPicture(let length, _, _): (length, extents[item])
        case .lengthFromPicture(let depth, _): (extents[item], depth)
        }
    }

    /// The frame as if the flow scrolled vertically.
    func uprightFrame(of item: Int) -> Rect {
        let section = sections.section(of: item)
        let plan = plan(of: section)
        let line = line(of: item, in: section, plan)
        let first = items(of: line, in: section, plan).lowerBound
        return uprightFrame(of: item, line, start(of: item, firstOfLine: first, plan), plan)
    }

    @inline(__always)
    private func uprightFrame(of item: Int, _ line: Int, _ start: Double, _ plan: FlowPlan) -> Rect {
        let extent = extent(of: item, plan)
        let top = plan.mixesDepths ? tops[line] + (depths[line] - extent.depth) / 2 : tops[line]
        return Rect(x: start, y: top, width: extent.length, height: extent.depth)
    }

    @inline(__always)
    private func start(of item: Int, firstOfLine first: Int, _ plan: FlowPlan) -> Double {
        plan.capacity > 0 ? plan.itemStarts[item - first] : starts[item]
    }

    private func lines(of section: Int) -> Range<Int> {
        bands[section].firstLine..<(section + 1 < bands.count ? bands[section + 1].firstLine : tops.count)
    }

    @inline(__always)
    private func line(of item: Int, in section: Int, _ plan: FlowPlan) -> Int {
        let lines = lines(of: section)
        if plan.capacity > 0 {
            return lines.lowerBound + (item - sections.items(of: section).lowerBound) / plan.capacity
        }
        return partitionPoint(lines) { firsts[$0] <= item } - 1
    }

    @inline(__always)
    private func bottom(of line: Int, in section: Int, _ plan: FlowPlan) -> Double {
        tops[line]
            + (plan.mixesDepths ? depths[line] : extent(of: items(of: line, in: section, plan).lowerBound, plan).depth)
    }

    @inline(__always)
    private func items(of line: Int, in section: Int, _ plan: FlowPlan) -> Range<Int> {
        let items = sections.items(of: section)
        if plan.capacity > 0 {
            let first = items.lowerBound + (line - bands[section].firstLine) * plan.capacity
            return first..<min(first + plan.capacity, items.upperBound)
        }
        let isLast = line + 1 == lines(of: section).upperBound
        return Int(firsts[line])..<(isLast ? items.upperBound : Int(firsts[line + 1]))
    }

    /// The items of each line.
    var itemsByLine: some Sequence<Range<Int>> {
        bands.indices.lazy.flatMap { section in lines(of: section).lazy.map { items(of: $0, in: section, plan(of: section)) } }
    }

    /// The sections that meet a range along the scrolling direction.
    func sections(from start: Double, to end: Double) -> Range<Int> {
        let first = partitionPoint(0..<bands.count) { bands[$0].bottom <= start }
        return first..<partitionPoint(first..<bands.count) { bands[$0].top < end }
    }

    func items(meetingUpright rect: Rect) -> [Int] {
        var answer: [Int] = []
        for section in sections(from: rect.y, to: rect.maxY) {
            let plan = plan(of: section)
            let lines = lines(of: section)
            let first = partitionPoint(lines) { bottom(of: $0, in: section, plan) <= rect.y }
            for line in first..<partitionPoint(first..<lines.upperBound, { tops[$0] < rect.maxY }) {
                let items = items(of: line, in: section, plan)
                var item = partitionPoint(items) {
                    start(of: $0, firstOfLine: items.lowerBound, plan) + extent(of: $0, plan).length <= rect.x
                }
                while item < items.upperBound {
                    let start = start(of: item, firstOfLine: items.lowerBound, plan)
                    guard start < rect.maxX else { break }
                    if uprightFrame(of: item, line, start, plan).meets(rect) { answer.append(item) }
                    item += 1
                }
            }
        }
        return answer
    }

    // MARK: Placing

    mutating func append(_ page: PicturePage) {
        let base = sections.itemCount
        if base == 0 { reserve(for: page) }
        for part in sections.append(page) {
            if part.section == bands.count { openBand() }
            if plans.storeExtents {
                let measure = plan(of: part.section).measure
                for item in part.items {
                    extents.append(measure.extent(width: page.widths[item - base], height: page.heights[item - base]) ?? 0)
                }
            }
            layOutLastBand(upTo: part.items.upperBound)
        }
    }

    /// Reserves room for the first page and an eighth more, since growing step by step fragments memory.
    private mutating func reserve(for page: PicturePage) {
        let items = page.count + page.count / 8
        let lines = items / max(1, plan.capacity) + page.sectionLengths.count
        tops.reserveCapacity(lines)
        if plans.storeDepths { depths.reserveCapacity(lines) }
        if plans.storeStarts {
            firsts.reserveCapacity(lines)
            starts.reserveCapacity(items)
        }
        if plans.storeExtents { extents.reserveCapacity(items) }
    }

    private mutating func openBand() {
        let top = end
        if plans.all.count > 1 { planNumbers.append(plans.number(of: bands.count, in: sections)) }
        let plan = plan(of: bands.count)
        let linesTop = top + plan.parameters.header + plan.leadingInset
        bands.append(
            Band(
                firstLine: tops.count, top: top, linesTop: linesTop, linesEnd: linesTop, footerTop: linesTop,
                bottom: linesTop))
    }

    /// Puts the items of the last section that have no line yet on lines. Its last line is laid out
    /// again: it may have room, and its spacing depends on its last item.
    private mutating func layOutLastBand(upTo end: Int) {
        let section = bands.count - 1
        let plan = plan(of: section)
        var band = bands[section]
        band.linesEnd = band.linesTop
        var item = sections.items(of: section).lowerBound
        var top = band.linesTop
        if tops.count > band.firstLine {
            let last = tops.count - 1
            item = items(of: last, in: section, plan).lowerBound
            top = tops[last]
            removeLines(from: last, item: item)
        }
        while item < end {
            let next: Int
            if plan.capacity > 0 {
                next = min(item + plan.capacity, end)
                if plans.storeStarts { storeFullLine(item..<next, plan) }
            } else {
                next = fillLine(from: item, upTo: end, plan)
            }
            let depth = (item..<next).reduce(0) { max($0, extent(of: $1, plan).depth) }
            tops.append(top)
            if plans.storeDepths { depths.append(depth) }
            band.linesEnd = top + depth
            top = band.linesEnd + plan.parameters.lineSpacing
            item = next
        }
        band.footerTop = band.linesEnd + plan.trailingInset
        band.bottom = band.footerTop + plan.parameters.footer
        bands[section] = band
    }

    private mutating func removeLines(from line: Int, item: Int) {
        tops.removeSubrange(line...)
        if plans.storeDepths { depths.removeSubrange(line...) }
        if plans.storeStarts {
            firsts.removeSubrange(line...)
            starts.removeSubrange(item...)
        }
    }

    private mutating func storeFullLine(_ items: Range<Int>, _ plan: FlowPlan) {
        firsts.append(Int32(truncatingIfNeeded: items.lowerBound))
        starts += plan.itemStarts.prefix(items.count)
    }

    /// Puts as many items of different lengths on a line as fit, and returns the first one that does not.
    private mutating func fillLine(from first: Int, upTo end: Int, _ plan: FlowPlan) -> Int {
        var line = LineFilling(room: plan.lineLength, gap: plan.parameters.interitemSpacing)
        let next = first + line.fill(extents[first..<end])
        var start = plan.lineStart + line.indent
        for item in first..<next {
            starts.append(start)
            start += extents[item] + line.spacing
        }
        firsts.append(Int32(truncatingIfNeeded: first))
        return next
    }

    mutating func truncate(to mark: LayoutMark) {
        sections.truncate(to: mark)
        if !extents.isEmpty { extents.removeSubrange(mark.items...) }
        guard mark.sections > 0 else {
            bands.removeAll()
            planNumbers.removeAll()
            return removeLines(from: 0, item: 0)
        }
        let last = mark.sections - 1
        bands.removeSubrange(mark.sections...)
        if !planNumbers.isEmpty { planNumbers.removeSubrange(mark.sections...) }
        let items = sections.items(of: last)
        let kept = items.isEmpty ? bands[last].firstLine : line(of: items.upperBound - 1, in: last, plan(of: last)) + 1
        removeLines(from: kept, item: mark.items)
        layOutLastBand(upTo: mark.items)
    }
}
