import Layouts

/// Cells behind the camera or the round corners of a phone that lies on its side.
enum SafeAreaSides: CaseRule {
    static let rule = Rule(
        "safe-area", .layouts, .info, "no cell reaches into the unsafe sides of a screen",
        explanation: """
            A phone that lies on its side has its camera at the left or at the right, and covers a part of every cell there. \
            A collection view leaves the upper and lower edges free by itself, but its sections ignore the sides unless \
            `sectionInsetReference` is `.fromSafeArea`. The rule looks at devices whose safe area is known, and not at layouts \
            that scroll sideways. There is one finding for a layout, about its first such cell.
            """,
        example: "on an iphone-15 in landscape a cell that begins 10 points from the left edge, where 59 points are covered",
        remedy: """
            Lay the sections out inside of the safe area, and give the layout for landscape in weir.json insets that are as \
            large, such as `inset=10,69,10,69`. Turn the rule off if the cells may be covered.
            """)

    static func check(_ layoutCase: LayoutCase, _ settings: RuleSettings, _ findings: inout LayoutFindings) {
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
                item, "its cell is \(room.shown) points from the \(side) edge, of which the device covers \(covered.shown)")
            return
        }
    }
}
