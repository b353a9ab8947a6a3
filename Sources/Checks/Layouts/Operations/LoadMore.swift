import Layouts

/// Appends pages as a phone does that loads more.
enum LoadMore: CaseRule {
    static let rule = Rule(
        "load-more", .layouts, .error, "loading more moves nothing that is there",
        explanation: """
            Whoever scrolls down loads the next page while looking at the last one; what moves now moves under the \
            finger. Pages are appended one by one, and every frame must stand where it stands when all are laid out at \
            once, bit for bit. A flow may space its last line anew when items join it, and nothing else. Of very many \
            pictures the first 65,536 are loaded so.
            """,
        example: "picture 1 stands in column 2 until the third page comes, and in column 1 from then on",
        remedy: """
            No sizes can do this to a sound layout: the layout is at fault. See what it computes anew at an append, \
            and whether it carries the bottoms of all columns from page to page.
            """,
        parameters: [
            RuleParameter("page-size", standard: .number(20), "how many pictures a phone loads at once, of a manifest in one file")
        ])

    static func check(_ layout: LayoutCase, _ settings: RuleSettings, _ findings: inout LayoutFindings) {
        guard let empty = try? layout.make(layout.screen.viewport) else { return }
        var report = InvariantReport()
        let (pages, whole) = (layout.pictures.pages, layout.pictures.whole)
        if pages.count == 1, whole.count > 0 {
            let size = Int(settings.number("page-size").clamped(to: 1...1e9))
            let cuts = stride(from: 0, to: whole.count, by: size).lazy.map { whole[$0..<min($0 + size, whole.count)] }
            OperationCheck.loadMore(cuts, of: layout.layout, in: empty, &report)
        } else {
            OperationCheck.loadMore(pages, of: layout.layout, in: empty, &report)
        }
        findings.add(.append, of: report)
    }
}

extension Double {
    fileprivate func clamped(to range: ClosedRange<Double>) -> Double { min(max(self, range.lowerBound), range.upperBound) }
}
