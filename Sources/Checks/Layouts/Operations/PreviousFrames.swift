import Layouts

/// Compares with the manifest of before, of which a phone has the first pages when it loads more of this one.
enum PreviousFrames: CaseRule {
    static let rule = Rule(
        "previous-frames", .layouts, .warning, "what phones show of the previous manifest keeps its place and its cell",
        explanation: """
            A phone that has pages of the previous manifest and loads more of this one goes on where it was. It fits \
            only if the pictures it has are still the first ones, in the same order, with cells of the same size: from \
            the first difference on every frame stands elsewhere than in the layout checked here. Asked with \
            --previous, and only if nothing has been put in front; then the refresh rules are asked.
            """,
        example: "picture 3 was 200x300 in the previous manifest and is 200x280 now",
        remedy: """
            A size that was wrong is better put right, and phones told to reload from the start. Pictures that come and \
            go belong in a page of their own, or at the end.
            """)

    static func check(_ layout: LayoutCase, _ settings: RuleSettings, _ findings: inout LayoutFindings) {
        guard let earlier = layout.pictures.earlier, !earlier.isRefresh, let before = layout.layout(of: earlier.whole) else {
            return
        }
        let now = layout.layout
        for (item, place) in earlier.places.enumerated() {
            guard place == item else {
                let rest = earlier.places.count - item - 1
                guard place >= 0 else {
                    return findings.add(
                        nil, "picture \(item) of the previous manifest is gone, and the \(rest) behind it move up")
                }
                return findings.add(
                    Int(place), "it was picture \(item) and is picture \(place), and the \(rest) behind it move too")
            }
            let (old, new) = (before.frame(of: item), now.frame(of: item))
            if old.width != new.width || old.height != new.height {
                findings.add(
                    item,
                    """
                    its cell was \(old.width.shown) by \(old.height.shown) and is \(new.width.shown) by \
                    \(new.height.shown); what stands behind it on phones moves
                    """)
            }
        }
    }
}
