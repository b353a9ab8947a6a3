import Layouts

@testable import Checks

extension LayoutCase {
    static let portrait = Screen(name: "portrait", viewport: Size(width: 375, height: 667))

    /// Pictures of these sizes in one page, on the phone's screen.
    static func of(_ layout: String, _ sizes: [(Int32, Int32)], on screen: Screen = portrait) throws -> LayoutCase {
        try LayoutCase(LayoutChoice(layout), on: screen, PictureSet(.of(sizes)))
    }

    /// What one rule finds, its parameters at their defaults.
    func found(_ rule: String, limit: Int = 100) throws -> [LayoutFindings.Found] {
        let outcomes = LayoutRules.check(self, limit: limit) { $0.id == rule ? RuleSettings($0.parameters) : nil }
        return outcomes.flatMap(\.findings.found)
    }

    /// The rules that find anything, all of them asked.
    func broken(among isAsked: (Rule) -> Bool = { _ in true }) -> Set<String> {
        let outcomes = LayoutRules.check(self, limit: 100) { isAsked($0) ? RuleSettings($0.parameters) : nil }
        return Set(outcomes.filter { !$0.findings.found.isEmpty }.map(\.rule.id))
    }
}

extension PicturePage {
    static func of(_ sizes: [(Int32, Int32)]) -> PicturePage {
        try! PicturePage(widths: sizes.map(\.0), heights: sizes.map(\.1))
    }
}
