import Layouts

enum ColumnTiesFinding: LayoutRule {
    static let rule = Rule(
        "column-ties", .layouts, .info, "no picture depends on a tie that the published code leaves open",
        explanation: """
            The published code of lf-waterflow and mk-masonry looks for the shortest column in a dictionary, whose order is undefined. \
            weir takes the leftmost. Nearly all manifests have ties, so the rule runs only if it is named.
            """,
        example: "lf-waterflow: columns 1 and 2 both end at 410, column 0 at 500",
        remedy: "Change nothing in the manifest. In your own code, take the first of the shortest columns.",
        isOnRequest: true)

    static func check(_ layoutCase: LayoutCase, _ parameters: RuleParameters, _ findings: inout ScreenFindings) {
        // Ties between empty columns say nothing about these pictures: every list begins with them.
        guard let ties = layoutCase.layout.columnTies(), let first = ties.first else { return }
        let pictures = ties.count == 1 ? "1 picture is" : "\(ties.count) pictures are"
        findings.add(
            Self.rule, first,
            """
            phones may show it in another column: \(pictures) placed below others where several columns are equally short and \
            the published code leaves open which one is taken, and this is the first
            """)
    }
}
