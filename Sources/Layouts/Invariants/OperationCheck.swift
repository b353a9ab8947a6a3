/// Holds what can be done to a layout against what must come of it: pages, undone pages, rotation.
public enum OperationCheck {
    /// Of more pictures than these the first are loaded and turned: a layout that drifts or
    /// reorders does so from the start.
    public static let most = 65_536

    /// `make` gives an empty layout for a viewport, always of the same kind.
    public static func report(
        on viewport: Size, _ page: Page, limit: Int = 100, make: (Size) throws(LayoutError) -> any Layout
    ) throws(LayoutError) -> InvariantReport {
        var report = InvariantReport(limit: limit)
        var whole = try make(viewport)
        whole.append(page)
        let cut = page.count / 2
        // A page of nothing has its sections in both halves.
        let pages = cut > 0 ? [page[0..<cut], page[cut..<page.count]] : [page]
        loadMore(pages, of: whole, in: try make(viewport), &report)
        undo(pages, in: try make(viewport), &report)
        try turn(page, of: whole, make: make, &report)
        return report
    }

    /// Appends pages one by one: each frame stands where it stands in the whole as soon as no append
    /// can move it, and is still there at the end.
    public static func loadMore(
        _ pages: some Sequence<Page>, of whole: any Layout, in empty: any Layout, _ report: inout InvariantReport
    ) {
        var parts = empty
        var settled = 0
        for page in pages {
            parts.append(page)
            let end = settledCount(of: parts, from: settled)
            compare(.append, settled..<end, of: parts, with: whole, "in pages", &report)
            settled = end
            if parts.count >= most { break }
        }
        guard report.counts[.append] == nil else { return }
        compareAll(.append, parts, with: whole, "with more pages", &report)
    }

    /// The screen is turned and turned back.
    public static func turn(
        _ page: Page, of whole: any Layout, make: (Size) throws(LayoutError) -> any Layout,
        _ report: inout InvariantReport
    ) throws(LayoutError) {
        // Where no layout fits the turned screen, nobody turns it.
        guard var turned = try? make(whole.viewport.turned) else { return }
        let first = page[0..<min(page.count, most)]
        turned.append(first)
        var back = try make(turned.viewport.turned)
        back.append(first)
        compareAll(.rotation, back, with: whole, "after two turns", &report)
    }

    private static func undo(_ pages: [Page], in empty: any Layout, _ report: inout InvariantReport) {
        var layout = empty
        layout.append(pages[0])
        let (before, mark) = (layout, layout.mark)
        for page in pages.dropFirst() { layout.append(page) }
        layout.truncate(to: mark)
        compareAll(.undo, layout, with: before, "after an append that was undone", &report)
    }

    /// How many items an append must leave where they are.
    private static func settledCount(of layout: any Layout, from first: Int) -> Int {
        let promises = layout.promises
        if promises.keepsEarlierFrames { return layout.count }
        let frontier = layout.frontier
        var settled = first
        while settled < layout.count {
            let frame = layout.frame(of: settled)
            guard (promises.scrollsHorizontally ? frame.maxX : frame.maxY) <= frontier else { break }
            settled += 1
        }
        return settled
    }

    /// All frames; of a layout of the first pictures alone, those that no more pictures can move.
    private static func compareAll(
        _ invariant: Invariant, _ one: any Layout, with other: any Layout, _ when: String, _ report: inout InvariantReport
    ) {
        if one.count < other.count, one.count >= most {
            return compare(invariant, 0..<settledCount(of: one, from: 0), of: one, with: other, when, &report)
        }
        let (found, wanted) = (one.contentSize, other.contentSize)
        if one.count != other.count {
            report.add(
                invariant, [], found: Double(one.count), allowed: Double(other.count),
                "there are \(one.count) frames \(when), and otherwise \(other.count)")
        }
        if found != wanted {
            report.add(
                invariant, [], found: found.height, allowed: wanted.height,
                "the content is \(found.width) by \(found.height) \(when), and otherwise \(wanted.width) by \(wanted.height)")
        }
        compare(invariant, 0..<min(one.count, other.count), of: one, with: other, when, &report)
    }

    private static func compare(
        _ invariant: Invariant, _ items: Range<Int>, of one: any Layout, with other: any Layout, _ when: String,
        _ report: inout InvariantReport
    ) {
        for start in stride(from: items.lowerBound, to: items.upperBound, by: InvariantCheck.stretch) {
            let stretch = start..<min(start + InvariantCheck.stretch, items.upperBound)
            let (found, wanted) = (one.frames(of: stretch), other.frames(of: stretch))
            guard !found.haveBits(of: wanted) else { continue }
            for (item, (one, other)) in zip(stretch, zip(found, wanted)) where !one.hasBits(of: other) {
                let isShifted = one.y != other.y
                report.add(
                    invariant, [item], found: isShifted ? one.y : one.x, allowed: isShifted ? other.y : other.x,
                    "picture \(item) has the frame \(one.text) \(when), and otherwise \(other.text)")
            }
        }
    }
}

extension [Rect] {
    /// Without a way out in the middle, so that several are compared at once.
    fileprivate func haveBits(of others: [Rect]) -> Bool {
        var differences: UInt64 = 0
        for (one, other) in zip(self, others) {
            differences |= one.x.bitPattern ^ other.x.bitPattern | one.y.bitPattern ^ other.y.bitPattern
            differences |= one.width.bitPattern ^ other.width.bitPattern | one.height.bitPattern ^ other.height.bitPattern
        }
        return differences == 0
    }
}
