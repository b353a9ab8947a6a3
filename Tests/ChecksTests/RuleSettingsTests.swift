import Testing

@testable import Checks

@Suite struct RuleSettingsTests {
    private let parameters = [
        RuleParameter("limit", default: .number(3), "the most"),
        RuleParameter("pattern", default: .text("¥*"), "what fits"),
        RuleParameter("keys", default: .texts(["a"]), "what may stand there"),
    ]

    @Test func defaults() {
        let settings = RuleSettings(parameters)
        #expect(settings.number("limit") == 3)
        #expect(settings.text("pattern") == "¥*")
        #expect(settings.texts("keys") == ["a"])
    }

    @Test(arguments: [
        ("limit", RuleValue.number(4), true), ("keys", .texts([]), true), ("limit", .text("4"), false),
        ("limits", .number(4), false),
    ])
    func setting(name: String, value: RuleValue, isTaken: Bool) {
        var settings = RuleSettings(parameters)
        #expect(settings.set(name, to: value) == isTaken)
        #expect((settings != RuleSettings(parameters)) == isTaken)
    }
}
