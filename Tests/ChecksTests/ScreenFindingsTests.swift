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

    /// The last of the milder findings makes room for a worse one: `+` is as bad as the rule, `-` milder.
    @Test(
        arguments: [
            ("1+ 2+ 3+", "1+ 2+", [3], 0), ("1- 2- 3+", "1- 3+", [2], 0), ("1- 2- 3+ 4+ 5+", "4+ 3+", [1, 2, 5], 0),
            ("1- 2+ 3+", "3+ 2+", [1], 0), ("1+ 2- 3-", "1+ 2-", [3], 0), ("1+", "1+", [], 0), ("1- 2-", "1- 2-", [], 0),
            ("*- 1- 2+ 3+", "3+ 2+", [1], 1), ("1+ 2+ *+ *- 2+", "1+ 2+", [2], 2), ("1+ *- *+", "1+ *+", [], 1),
        ])
    func milderFindings(_ added: String, _ kept: String, _ others: [Int], _ more: Int) throws {
        var findings = ScreenFindings("", limit: 2)
        for word in added.split(separator: " ") {
            findings.add(Self.rule, Int(word.dropLast()), String(word), severity: word.last == "-" ? .info : nil)
        }
        let rule = try #require(findings.rules.first)
        #expect(rule.found.map(\.message).joined(separator: " ") == kept)
        #expect(rule.found.allSatisfy { $0.item == Int($0.message.dropLast()) && $0.severity == ($0.message.hasSuffix("-") ? .info : nil) })
        #expect((0..<10).filter(rule.others.contains) == others && rule.others.count == others.count && rule.more == more)
    }

    /// Rules that alternate are counted apart.
    @Test func severalRules() {
        var findings = ScreenFindings("", limit: 1)
        let rules = Array(LayoutRules.all.prefix(3))
        for number in [0, 1, 0, 2, 2, 1, 0] { findings.add(rules[number], number, "") }
        findings.count(rules[1])
        #expect(findings.rules.map(\.rule.id) == rules.map(\.id))
        #expect(findings.rules.map(\.found.count) == [1, 1, 1])
        #expect(findings.rules.map(\.others.count) == [1, 1, 1] && findings.rules.map(\.more) == [0, 1, 0])
        #expect(ScreenFindings.merged([findings], rules[1]).surplus == 1)
        #expect(ScreenFindings.merged([findings], LayoutRules.all[3]).found.isEmpty)
    }

    /// Findings that are not kept: each item once, and all that have no item.
    @Test(
        arguments: [
            ([[1, 2, nil, nil]], 1, ["1"], 3), ([[1, nil], [2, nil]], 1, ["1", "2"], 2), ([[1, 2], [1, 2], [2, 3]], 1, ["1"], 2),
            ([[1, 2], [2]], 1, ["1"], 1), ([[nil, 1], [nil, 1]], 1, ["-"], 1), ([[1, 2, 3], [nil, 3]], 2, ["1", "2", "-"], 1),
            ([[1], [2], [3, nil]], 1, ["1", "2", "3"], 1),
        ] as [([[Int?]], Int, [String], Int)])
    func surplusOfBoth(_ screens: [[Int?]], limit: Int, found: [String], surplus: Int) {
        let rule = merged(screens, limit: limit)
        #expect(rule.found.map { $0.item.map(String.init) ?? "-" } == found)
        #expect(rule.surplus == surplus)
    }

    /// A finding of several screens has the message of the first on which it is worst.
    @Test(arguments: [("+ +", "0"), ("- +", "1"), ("+ -", "0"), ("- -", "0"), ("- - + +", "2")])
    func worstScreen(_ severities: String, _ first: String) {
        let screens = severities.split(separator: " ").enumerated().map { number, severity in
            var findings = ScreenFindings("\(number)")
            findings.add(Self.rule, 7, "\(number)", severity: severity == "-" ? .info : nil)
            return findings
        }
        let found = ScreenFindings.merged(screens, Self.rule).found
        #expect(found.map(\.message) == [first] && found.map(\.screens.first) == [first])
        #expect(found.map(\.screens.count) == [screens.count] && found.map(\.screens.total) == [screens.count])
    }

    /// Behind the limit a worse finding takes the place of the last milder one, whose item is counted. A milder one
    /// without an item is counted only if it is not the same as the kept one.
    @Test(arguments: [1, nil], [nil, Severity.info])
    func milderFindingsOfOtherScreens(_ milder: Int?, _ severity: Severity?) {
        var (one, two) = (ScreenFindings("one"), ScreenFindings("two"))
        one.add(Self.rule, 0, "early", severity: .info)
        for item in 2..<FindingStore.limit { one.add(Self.rule, item, "worst") }
        one.add(Self.rule, milder, "late", severity: .info)
        two.add(Self.rule, 5000, "new", severity: severity)
        two.add(Self.rule, 5001, "newer", severity: severity)
        two.add(Self.rule, 5002, "newest", severity: severity)
        two.add(Self.rule, nil, "of all", severity: severity)
        let merged = ScreenFindings.merged([one, two], Self.rule)
        #expect(merged.found.count == FindingStore.limit && merged.surplus == (milder == nil && severity != nil ? 3 : 4))
        #expect(merged.found.first?.message == (severity == nil ? "newer" : "early"))
        #expect(merged.found.last?.message == (severity == nil ? "new" : "late"))
    }

    @Test func items() {
        var (one, two) = (ItemSet(), ItemSet())
        #expect(one.count == 0 && !one.contains(0) && !one.contains(64))
        one.remove(64)
        #expect(one == ItemSet())
        for item in [0, 63, 64, 200, 63] { one.insert(item) }
        #expect((0..<300).filter(one.contains) == [0, 63, 64, 200] && one.count == 4)
        for item in [64, 1, 65, 300] { one.remove(item) }
        two.insert(1)
        two.formUnion(one)
        #expect((0..<300).filter(two.contains) == [0, 1, 63, 200] && two.count == 4)
        one.formUnion(two)
        #expect(one == two)
    }
}
