/// Which rules are asked, how much their findings weigh, and within which limits.
public struct RuleChoices: Sendable {
    struct Choice: Sendable {
        let rule: Rule
        /// Nil where the rule is off.
        var severity: Severity?
        var settings: RuleSettings
    }

    private var choices: [String: Choice] = [:]

    /// Each rule as it is where nobody chooses.
    public init(_ rules: [Rule]) {
        for rule in rules {
            choices[rule.id] = Choice(rule: rule, severity: rule.severity, settings: RuleSettings(rule.parameters))
        }
    }

    /// Gives a rule's findings a weight, or turns the rule off. False where there is no such rule.
    public mutating func setSeverity(of rule: String, to severity: Severity?) -> Bool {
        guard choices[rule] != nil else { return false }
        choices[rule]?.severity = severity
        return true
    }

    /// Sets a parameter of a rule; false where there is no such rule, the rule has none of that
    /// name, or one of another kind.
    public mutating func set(_ parameter: String, of rule: String, to value: RuleParameter.Value) -> Bool {
        choices[rule]?.settings.set(parameter, to: value) ?? false
    }

    mutating func take(_ change: CheckConfiguration.RuleChange, of rule: String) {
        choices[rule]?.settings = change.settings
        if change.isOff { choices[rule]?.severity = nil }
        if let severity = change.severity { choices[rule]?.severity = severity }
    }

    /// Nil where the rule is off or not known.
    public func severity(of rule: String) -> Severity? { choices[rule]?.severity }

    func choice(of rule: Rule) -> Choice? { choices[rule.id] }
}
