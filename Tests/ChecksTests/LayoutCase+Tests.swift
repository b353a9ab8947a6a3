import Layouts

@testable import Checks

extension LayoutCase {
    static let portrait = Screen(name: "portrait", viewport: Size(width: 375, height: 667))

    /// Pictures of these sizes in one page, on the phone's screen.
    static func of(_ layout: String, _ sizes: [(Int32, Int32)], on screen: Screen = portrait) throws -> LayoutCase {
        try LayoutCase(LayoutChoice(layout), on: screen, PictureSet(.of(sizes)))
    }

    /// The findings of one rule with its default parameters.
    func found(_ rule: String) -> [(item: Int?, message: String)] {
        ScreenFindings(of: self, limit: 100) { $0.id == rule ? RuleParameters($0.parameters) : nil }.rules.flatMap(\.found).map {
            ($0.item, $0.message)
        }
    }

    /// The rules that have findings, if all are checked.
    func broken(among isAsked: (Rule) -> Bool = { _ in true }) -> Set<String> {
        Set(ScreenFindings(of: self, limit: 100) { isAsked($0) ? RuleParameters($0.parameters) : nil }.rules.map(\.rule.id))
    }
}

extension PicturePage {
    static func of(_ sizes: [(Int32, Int32)]) -> PicturePage {
        try! PicturePage(widths: sizes.map(\.0), heights: sizes.map(\.1))
    }
}
