import Testing

@testable import Checks

@Suite struct RuleParametersTests {
    private let parameters = [
        RuleParameter("limit", default: .number(3), "the most"),
        RuleParameter("pattern", default: .text("¥*"), "what fits"),
        RuleParameter("keys", default: .texts(["a"]), "what may stand there"),
    ]

    @Test func defaults() {
        let values = RuleParameters(parameters)
        #expect(values.number("limit") == 3)
        #expect(values.text("pattern") == "¥*")
        #expect(values.texts("keys") == ["a"])
    }

    @Test(arguments: [
        ("limit", RuleValue.number(4), true), ("keys", .texts([]), true), ("limit", .text("4"), false),
        ("limits", .number(4), false),
    ])
    func setting(name: String, value: RuleValue, isTaken: Bool) {
        var values = RuleParameters(parameters)
        #expect(values.set(name, to: value) == isTaken)
        #expect((values != RuleParameters(parameters)) == isTaken)
    }
}
