import Layouts

enum RefreshOrder: LayoutRule {
    static let rule = Rule(
        "refresh-order", .layouts, .error, "a refresh keeps the order of the pictures that were there",
        explanation: """
            Users who scroll back after a refresh expect the same order. Needs `--previous`, and new pictures at the \
            front.
            """,
        example: "a manifest that was a, b, c and is n, b, a, c",
        remedy: "Sort the catalogue by something that stays from run to run, the newest first.",
        needs: [.previous], consequence: .ofChanges("place"))

    static func check(_ layout: LayoutCase, _ parameters: RuleParameters, _ findings: inout ScreenFindings) {
        guard let previous = layout.pictures.previous, previous.isRefresh else { return }
        var last: (current: Int32, item: Int) = (-1, 0)
        for (item, current) in previous.currentItems.enumerated() where current >= 0 {
            if current < last.current {
                findings.add(
                    Self.rule, Int(current),
                    """
                    it stood behind picture \(last.item) of the previous manifest, which is now picture \(last.current) \
                    and behind it
                    """)
            } else {
                last = (current, item)
            }
        }
    }
}

extension PreviousPictures {
    /// Whether there are new pictures in front of the first one that still exists.
    var isRefresh: Bool { (currentItems.first { $0 >= 0 } ?? 0) > 0 }
}
