import Testing

@testable import Checks

@Suite struct RuleChoicesTests {
    @Test func choosing() {
        var choices = RuleChoices(ManifestRules.withoutPictures)
        #expect(choices.severity(of: "stale-share") == .warning)
        let answers = [
            choices.setSeverity(of: "stale-share", to: .info), choices.setSeverity(of: "parses", to: nil),
            choices.setSeverity(of: "stale", to: .info), choices.set("most", of: "stale-share", to: .number(0.1)),
            choices.set("least", of: "stale-share", to: .number(0.1)), choices.set("most", of: "stale", to: .number(0.1)),
            choices.set("most", of: "stale-share", to: .text("0.1")),
        ]
        #expect(answers == [true, true, false, true, false, false, false])
        #expect(choices.severity(of: "stale-share") == .info)
        #expect(choices.severity(of: "parses") == nil)
        #expect(choices.choice(of: StaleShare.rule)?.parameters.number("most") == 0.1)
        #expect(choices.choice(of: PlaceholderShare.rule)?.parameters.number("most") == 0.2)
    }

    /// A rule has all its texts, a valid id of its own, and parameters with names of their own.
    @Test(arguments: Rule.all.map(\.id))
    func words(id: String) throws {
        let rule = try #require(Rule.all.first { $0.id == id })
        #expect(id.allSatisfy { $0.isLowercase && $0.isASCII || $0 == "-" })
        #expect(Rule.all.count { $0.id == id } == 1)
        #expect(!rule.summary.isEmpty && !rule.summary.hasSuffix("."))
        for words in [rule.explanation, rule.remedy] { #expect(words.hasSuffix(".") && !words.contains("\n") && !words.contains("  ")) }
        #expect(!rule.example.isEmpty)
        #expect(Set(rule.parameters.map(\.name)).count == rule.parameters.count)
    }
}
