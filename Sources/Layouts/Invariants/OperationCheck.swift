/// Checks the operations of a layout: appending pages, undoing an append, rotation.
public enum OperationCheck {
    /// Of a longer layout only the first pictures are checked: one that drifts or reorders does so from
    /// the start.
    public static let maxPictures = 65_536

    /// `make` returns an empty layout for a viewport, always of the same kind.
    public static func report(
        on viewport: Size, _ page: PicturePage, limit: Int = 100, make: (Size) throws(LayoutError) -> any Layout
    ) throws(LayoutError) -> InvariantReport {
        var report = InvariantReport(limit: limit)
        var whole = try make(viewport)
        whole.append(page)
        let cut = page.count / 2
        // An empty page cannot be cut, since both halves would have its sections.
        let pages = cut > 0 ? [page[0..<cut], page[cut..<page.count]] : [page]
        loadMore(pages, of: whole, in: try make(viewport), &report)
        undo(pages, in: try make(viewport), &report)
        try turn(page, of: whole, make: make, &report)
        return report
    }

    /// Appends pages one by one. Each frame must equal that of the whole as soon as no append can move
    /// it, and again at the end.
    package static func loadMore(
        _ pages: some Sequence<PicturePage>, of whole: any Layout, in empty: any Layout, _ report: inout InvariantReport
    ) {
        var parts = empty
        var checked = 0
        for page in pages {
            parts.append(page)
            let end = finalCount(of: parts, from: checked)
            compare(.append, checked..<end, of: parts, with: whole, "in pages", &report)
            checked = end
            if parts.count >= maxPictures { break }
        }
        guard report.counts[.append] == nil else { return }
        compareAll(.append, parts, with: whole, "with more pages", &report)
    }

    /// Turns the screen and turns it back. Each layout inherits what the published code keeps of the one before.
    package static func turn(
        _ page: PicturePage, of whole: any Layout, make: (Size) throws(LayoutError) -> any Layout,
        _ report: inout InvariantReport
    ) throws(LayoutError) {
        // Some parameters leave no room for a layout on the turned screen.
        guard var turned = try? make(whole.viewport.turned) else { return }
        turned.inherit(from: whole)
        let first = page[0..<min(page.count, maxPictures)]
        turned.append(first)
        var back = try make(turned.viewport.turned)
        back.inherit(from: turned)
        back.append(first)
        compareAll(.rotation, back, with: whole, "after two turns", &report)
    }

    private static func undo(_ pages: [PicturePage], in empty: any Layout, _ report: inout InvariantReport) {
        var layout = empty
        layout.append(pages[0])
        let (before, mark) = (layout, layout.mark)
        for page in pages.dropFirst() { layout.append(page) }
        layout.truncate(to: mark)
        compareAll(.undo, layout, with: before, "after an append that was undone", &report)
    }

    /// How many items no append can move. The first `first` items are known to be final.
    private static func finalCount(of layout: any Layout, from first: Int) -> Int {
        let guarantees = layout.guarantees
        if guarantees.keepsEarlierFrames { return layout.count }
        let frontier = layout.frontier
        var count = first
        while count < layout.count {
            let frame = layout.frame(of: count)
            guard (guarantees.scrollsHorizontally ? frame.maxX : frame.maxY) <= frontier else { break }
            count += 1
        }
        return count
    }

    /// Compares all frames. If `one` has only the first pictures, those that an append could still move
    /// are left out.
    private static func compareAll(
        _ invariant: Invariant, _ one: any Layout, with other: any Layout, _ when: String, _ report: inout InvariantReport
    ) {
        if one.count < other.count, one.count >= maxPictures {
            return compare(invariant, 0..<finalCount(of: one, from: 0), of: one, with: other, when, &report)
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
        for chunk in InvariantCheck.chunks(of: items) {
            let (found, wanted) = (one.frames(of: chunk), other.frames(of: chunk))
            guard !found.areBitwiseEqual(to: wanted) else { continue }
            for (item, (one, other)) in zip(chunk, zip(found, wanted)) where !one.isBitwiseEqual(to: other) {
                let isShifted = one.y != other.y
                report.add(
                    invariant, [item], found: isShifted ? one.y : one.x, allowed: isShifted ? other.y : other.x,
                    "picture \(item) has the frame \(one.text) \(when), and otherwise \(other.text)")
            }
        }
    }
}

extension [Rect] {
    /// Has no early exit, so that the compiler can vectorize the loop.
    fileprivate func areBitwiseEqual(to others: [Rect]) -> Bool {
        var differences: UInt64 = 0
        for (one, other) in zip(self, others) {
            differences |= one.x.bitPattern ^ other.x.bitPattern | one.y.bitPattern ^ other.y.bitPattern
            differences |= one.width.bitPattern ^ other.width.bitPattern | one.height.bitPattern ^ other.height.bitPattern
        }
        return differences == 0
    }
}
