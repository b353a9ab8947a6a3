import Layouts

@testable import Checks

extension LayoutCase {
    static let portrait = Screen(name: "portrait", viewport: Size(width: 375, height: 667))

    /// Pictures of these sizes in one page, on the phone's screen.
    static func of(_ layout: String, _ sizes: [(Int32, Int32)], on screen: Screen = portrait) throws -> LayoutCase {
        try LayoutCase(LayoutChoice(layout), on: screen, PictureSet(.of(sizes)))
    }

    /// The findings of one rule with its default parameters.
    func found(_ rule: String, limit: Int = 100) throws -> [LayoutFinding] {
        let results = LayoutRules.check(self, limit: limit) { $0.id == rule ? RuleParameters($0.parameters) : nil }
        return results.flatMap(\.found)
    }

    /// The rules that have findings, if all are checked.
    func broken(among isAsked: (Rule) -> Bool = { _ in true }) -> Set<String> {
        let results = LayoutRules.check(self, limit: 100) { isAsked($0) ? RuleParameters($0.parameters) : nil }
        return Set(results.filter { !$0.found.isEmpty }.map(\.rule.id))
    }
}

extension PicturePage {
    static func of(_ sizes: [(Int32, Int32)]) -> PicturePage {
        try! PicturePage(widths: sizes.map(\.0), heights: sizes.map(\.1))
    }
}

extension FoldedFindings {
    /// The findings of one rule on one screen.
    static func of(_ findings: LayoutFindings, on screen: String) -> FoldedFindings {
        var folded = FoldedFindings(of: 1)
        folded.add(LayoutCaseFindings(screen, [findings]))
        return folded
    }
}
