/// Holds what can be done to a layout against what must come of it: pages, undone pages, rotation.
public enum OperationCheck {
    /// `make` gives an empty layout for a viewport, always of the same kind.
    public static func report(
        on viewport: Size, _ page: Page, limit: Int = 100, make: (Size) throws(LayoutError) -> any Layout
    ) throws(LayoutError) -> InvariantReport {
        var report = InvariantReport(limit: limit)
        var whole = try make(viewport)
        whole.append(page)

        let cut = page.count / 2
        var parts = try make(viewport)
        parts.append(page[0..<cut])
        let first = frames(of: parts)
        let (mark, content) = (parts.mark, parts.contentSize)
        // A page of nothing has its sections in both halves.
        if cut > 0 { parts.append(page[cut..<page.count]) }
        let all = frames(of: whole)
        compare(.append, frames(of: parts), all, "in two pages", &report)
        compare(.append, parts.contentSize, whole.contentSize, &report)
        if whole.promises.keepsEarlierFrames {
            compare(.append, Array(all.prefix(cut)), first, "with a second page", &report)
        }

        parts.truncate(to: mark)
        compare(.undo, frames(of: parts), first, "after an append that was undone", &report)
        compare(.undo, parts.contentSize, content, &report)

        if var turned = try? make(viewport.turned) {
            turned.append(page)
            var back = try make(turned.viewport.turned)
            back.append(page)
            compare(.rotation, frames(of: back), all, "after two turns", &report)
        }
        return report
    }

    private static func frames(of layout: any Layout) -> [Rect] { (0..<layout.count).map(layout.frame(of:)) }

    private static func compare(
        _ invariant: Invariant, _ found: [Rect], _ wanted: [Rect], _ when: String, _ report: inout InvariantReport
    ) {
        if found.count != wanted.count {
            report.add(
                invariant, [], found: Double(found.count), allowed: Double(wanted.count),
                "there are \(found.count) frames \(when), and otherwise \(wanted.count)")
        }
        for (item, (one, other)) in zip(found, wanted).enumerated() where !one.hasBits(of: other) {
            let isShifted = one.y != other.y
            report.add(
                invariant, [item], found: isShifted ? one.y : one.x, allowed: isShifted ? other.y : other.x,
                "picture \(item) has the frame \(one) \(when), and otherwise \(other)")
        }
    }

    private static func compare(
        _ invariant: Invariant, _ found: Size, _ wanted: Size, _ report: inout InvariantReport
    ) {
        guard found != wanted else { return }
        report.add(
            invariant, [], found: found.height, allowed: wanted.height,
            "the content is \(found.width) by \(found.height), and otherwise \(wanted.width) by \(wanted.height)")
    }
}
