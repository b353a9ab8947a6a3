import Layouts

/// Checks the operations of a layout: appending pages, undoing an append, rotation.
enum OperationCheck {
    /// `make` returns an empty layout for a viewport, always of the same kind.
    static func report(
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
    private static func loadMore(
        _ pages: [PicturePage], of whole: any Layout, in empty: any Layout, _ report: inout InvariantReport
    ) {
        var parts = empty
        var checked = 0
        for page in pages {
            parts.append(page)
            let end = LayoutComparison.finalCount(of: parts, from: checked)
            LayoutComparison.compare(checked..<end, of: parts, with: whole, "in pages") {
                report.add(.append, $0.map { [$0] } ?? [], found: $1, allowed: $2, $3())
            }
            checked = end
            if parts.count >= LayoutComparison.maxPictures { break }
        }
        guard report.counts[.append] == nil else { return }
        report.compare(.append, parts, with: whole, "with more pages")
    }

    /// Turns the screen and turns it back. Each layout inherits what the published code keeps of the one before.
    static func turn(
        _ page: PicturePage, of whole: any Layout, make: (Size) throws(LayoutError) -> any Layout,
        _ report: inout InvariantReport
    ) throws(LayoutError) {
        // Some parameters leave no room for a layout on the turned screen.
        guard var turned = try? make(whole.viewport.turned) else { return }
        turned.inherit(from: whole)
        turned.append(page)
        var back = try make(turned.viewport.turned)
        back.inherit(from: turned)
        back.append(page)
        report.compare(.rotation, back, with: whole, "after two turns")
    }

    private static func undo(_ pages: [PicturePage], in empty: any Layout, _ report: inout InvariantReport) {
        var layout = empty
        layout.append(pages[0])
        let (before, mark) = (layout, layout.mark)
        for page in pages.dropFirst() { layout.append(page) }
        layout.truncate(to: mark)
        report.compare(.undo, layout, with: before, "after an append that was undone")
    }
}

extension InvariantReport {
    fileprivate mutating func compare(_ invariant: Invariant, _ one: any Layout, with other: any Layout, _ when: String) {
        LayoutComparison.compareAll(one, with: other, when) {
            add(invariant, $0.map { [$0] } ?? [], found: $1, allowed: $2, $3())
        }
    }
}
