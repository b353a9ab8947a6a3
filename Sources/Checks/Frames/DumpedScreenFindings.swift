import Layouts

/// The findings about the frames of one screen of a dump.
package struct DumpedScreenFindings: Sendable {
    package let findings: LayoutCaseFindings
    /// How many frames were compared, and how many the layout has.
    package let compared: Int
    package let count: Int

    /// Lays the pictures out as the screen has them, and compares.
    package init(
        of screen: DumpedScreen, in dump: FrameDump, _ pictures: PictureSet, _ choices: RuleChoices,
        silence: Silence.ItemLookup? = nil
    ) throws(LayoutError) {
        let layout = try LayoutCase(screen.planned.layout, on: screen.planned.screen, pictures)
        var findings = LayoutFindings(limit: FindingCollector.defaultLimit, FramesMatch.rule, silence)
        let settings = choices.choice(of: FramesMatch.rule)?.settings ?? RuleSettings(FramesMatch.rule.parameters)
        compared = FramesMatch.check(screen, of: dump.name, in: layout, settings, &findings)
        count = layout.layout.count
        self.findings = LayoutCaseFindings(layout.title, [findings])
    }
}
