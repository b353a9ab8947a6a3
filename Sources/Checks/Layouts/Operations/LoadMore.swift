import Layouts

/// Appends pages one by one, as phones do when they load more.
enum LoadMore: CaseRule {
    static let rule = Rule(
        "load-more", .layouts, .error, "loading more moves nothing that is there",
        explanation: """
            Phones load the next page while people look at the last one, so a picture that moves then moves under the \
            finger. Pages are appended one by one, and every frame must have the same bits as if all pages were laid out \
            at once. Only a flow and a carousel may change the spacing of their last line when items join it. At most the \
            first 65,536 pictures are checked.
            """,
        example: "picture 1 stands in column 2 until the third page comes, and in column 1 from then on",
        remedy: """
            No sizes can do this to a sound layout: the layout is at fault. See what it computes anew at an append, \
            and whether it carries the bottoms of all columns from page to page.
            """,
        parameters: [
            RuleParameter(
                "page-size", default: .number(20), in: 1 ... .infinity,
                "how many pictures a phone loads at once, of a manifest in one file")
        ],
        provesWeir: true)

    static func check(_ layout: LayoutCase, _ settings: RuleSettings, _ findings: inout LayoutFindings) {
        guard let empty = try? layout.make(layout.screen.viewport) else { return }
        let size = settings.number("page-size")
        var report = InvariantReport()
        OperationCheck.loadMore(
            layout.pictures.pages(of: size >= 1 ? Int(min(size, 1e9)) : 1), of: layout.layout, in: empty, &report)
        findings.add(.append, of: report)
    }
}
