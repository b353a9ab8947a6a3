import Layouts

/// Cells behind the camera or the round corners of a phone that lies on its side.
enum SafeAreaSides: LayoutRule {
    static let rule = Rule(
        "safe-area", .layouts, .info, "no cell is behind the camera of a phone on its side",
        explanation: """
            The camera of a phone in landscape covers cells at its side, unless `sectionInsetReference` is \
            `.fromSafeArea`.
            """,
        example: "a cell 10 points from the left edge of an iphone-15 in landscape, where 59 points are covered",
        remedy: "Give the layout in weir.json, and the app, insets such as `inset=10,69,10,69`, or turn the rule off.")

    static func check(_ layoutCase: LayoutCase, _ parameters: RuleParameters, _ findings: inout ScreenFindings) {
        let layout = layoutCase.layout
        guard let area = layoutCase.screen.safeArea, area.left > 0 || area.right > 0, !layout.guarantees.scrollsHorizontally
        else { return }
        let end = layoutCase.screen.viewport.width
        for item in 0..<layout.count {
            let frame = layout.frame(of: item)
            let (left, right) = (frame.x, end - frame.maxX)
            guard left < area.left || right < area.right else { continue }
            let (room, side, covered) = left < area.left ? (left, "left", area.left) : (right, "right", area.right)
            findings.add(
                Self.rule, item, "its cell is \(room.shown) points from the \(side) edge, of which the device covers \(covered.shown)")
            return
        }
    }
}
