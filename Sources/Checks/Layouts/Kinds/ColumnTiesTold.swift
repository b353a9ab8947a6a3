import Layouts

enum ColumnTiesTold: CaseRule {
    static let rule = Rule(
        "column-ties", .layouts, .info, "no picture is placed by a tie that the published code leaves open",
        explanation: """
            The published code of lf-waterflow and mk-masonry looks for the shortest column by walking a dictionary, whose \
            order is undefined. In lf-waterflow the first column wins every tie that it is part of; of other columns that \
            end at the same place any may win, and in mk-masonry of all columns. Weir takes the leftmost. A phone may show \
            the picture in another column, and those behind it too. In lf-waterflow with three columns or more the second \
            picture is always such a one, because the columns are empty: the rule is silent about pictures that begin a column. \
            Nearly all manifests have ties, so the rule is off until weir.json or `--rule` names it; `frames-match` reports ties \
            that the frames of an app show.
            """,
        example: "lf-waterflow: columns 1 and 2 both end at 410, column 0 at 500, and the next picture goes to one of the two",
        remedy: """
            Nothing in a manifest needs a change. Where the app's code is yours, keep the bottoms in an array and take the \
            first of the shortest columns.
            """,
        isOnRequest: true)

    static func check(_ layout: LayoutCase, _ settings: RuleSettings, _ findings: inout LayoutFindings) {
        // Ties between empty columns say nothing about these pictures: every list begins with them.
        guard let ties = layout.layout.columnTies(), let first = ties.first else { return }
        let pictures = ties.count == 1 ? "1 picture is" : "\(ties.count) pictures are"
        findings.add(
            first,
            """
            phones may show it in another column: \(pictures) placed below others where several columns are equally short and \
            the published code leaves open which one is taken, and this is the first
            """)
    }
}
