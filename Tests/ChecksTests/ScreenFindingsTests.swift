import TestSupport
import Testing

@testable import Checks

@Suite struct ScreenFindingsTests {
    private static let rule = LayoutRules.all[0]

    /// Merges the findings of screens, which are called `0`, `1` and so on.
    private func merged(
        _ screens: [[Int?]], limit: Int = FindingStore.limit
    ) -> (found: [ScreenFindings.FoundOnScreens], surplus: Int) {
        let screens = screens.enumerated().map { number, items in
            var findings = ScreenFindings("\(number)", limit: limit)
            for item in items { findings.add(Self.rule, item, "\(number)") }
            return findings
        }
        return ScreenFindings.merged(screens, Self.rule)
    }

    /// An item has one finding, with the first screen and the number of screens: `item message count`. Several findings
    /// about one item of a screen stay apart.
    @Test(
        arguments: [
            ([], []), ([[7]], ["7 0 1"]), ([[7], [7], [], [7]], ["7 0 3"]), ([[], [8, 7], [7]], ["8 1 1", "7 1 2"]),
            ([[nil], [nil, 3]], ["- 0 2", "3 1 1"]), ([[7, 7], [7]], ["7 0 2", "7 0 1"]),
            ([[nil, nil], [nil, nil]], ["- 0 2", "- 0 2"]),
        ] as [([[Int?]], [String])])
    func table(screens: [[Int?]], expected: [String]) {
        let rule = merged([[]] + screens)
        let shift = { (text: String) in String((Int(text) ?? 0) - 1) }
        #expect(rule.found.map { "\($0.item.map(String.init) ?? "-") \(shift($0.message)) \($0.screens.count)" } == expected)
        #expect(rule.found.allSatisfy { $0.message == $0.screens.first })
        #expect(rule.surplus == 0)
    }

    /// Items beyond the limit count once, on whatever screens they are found, and so do those that are kept.
    @Test func surplus() {
        var seed = Seed.announced(for: "ScreenFindingsTests.surplus")
        for limit in [1, 10, 1000] {
            let screens = (0..<4).map { _ in (0..<3000).filter { _ in Int.random(in: 0..<3, using: &seed) == 0 } }
            let rule = merged(screens, limit: limit)
            #expect(rule.found.count + rule.surplus == Set(screens.joined()).count, "\(seed)")
            #expect(rule.found.count >= limit && rule.found.count <= FindingStore.limit, "\(seed)")
            for found in rule.found { #expect(found.screens.count == screens.count { $0.contains(found.item ?? -1) }, "\(seed)") }
        }
    }
}
