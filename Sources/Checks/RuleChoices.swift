import ImageHeaders

/// The severity and the parameters of each rule. A rule without a severity is off.
public struct RuleChoices: Sendable {
    private var choices: [String: RuleChoice] = [:]
    /// The profiles of the sales channels for which a manifest is meant.
    public var profiles: [Profile] = []
    /// The current day, as `2027-01-31`, for rules that look at dates; empty if it is unknown.
    public var day = ""

    /// Each rule with its defaults.
    public init(_ rules: [Rule]) {
        for rule in rules {
            choices[rule.id] = RuleChoice(
                rule: rule, severity: rule.isOnRequest ? nil : rule.severity, parameters: RuleParameters(rule.parameters))
        }
    }

    /// Sets a rule's severity, or turns the rule off with nil. Returns false if there is no such rule.
    public mutating func setSeverity(of rule: String, to severity: Severity?) -> Bool {
        guard choices[rule] != nil else { return false }
        choices[rule]?.severity = severity
        return true
    }

    /// Sets a parameter of a rule. Returns false if the rule or the parameter does not exist, or if the
    /// parameter has another type.
    public mutating func set(_ parameter: String, of rule: String, to value: RuleValue) -> Bool {
        choices[rule]?.parameters.set(parameter, to: value) ?? false
    }

    /// Hands in keys that entries may have besides those that the configuration names.
    public mutating func addKnownKeys(_ keys: [String]) {
        let named = choices[UnknownKey.rule.id]?.parameters.texts(UnknownKey.keys) ?? []
        _ = set(UnknownKey.keys, of: UnknownKey.rule.id, to: .texts(named + keys))
    }

    /// Hands in the size of placeholders. A size in the rule's configuration has priority.
    package mutating func setPlaceholderSize(_ size: PixelSize) {
        guard choices[PlaceholderShare.rule.id]?.parameters.text(PlaceholderShare.size).isEmpty == true else { return }
        _ = set(PlaceholderShare.size, of: PlaceholderShare.rule.id, to: .text("\(size.width)x\(size.height)"))
    }

    /// Turns all rules off but these. `parses` stays on, since nothing can be said of what does not parse, and beside rules
    /// about layouts `layout-input`, since a layout that a manifest does not fit is not checked.
    public mutating func keepOnly(_ rules: [Rule]) {
        let isAboutLayouts = rules.contains { $0.family == .layouts }
        let needed = [Parses.rule.id] + (isAboutLayouts ? [LayoutInput.rule.id] : [])
        for id in choices.keys where !needed.contains(id) && !rules.contains(where: { $0.id == id }) { choices[id]?.severity = nil }
        for rule in rules where choices[rule.id]?.severity == nil { choices[rule.id]?.severity = rule.severity }
    }

    mutating func apply(_ change: CheckConfiguration.RuleChange, of rule: String) {
        choices[rule]?.parameters = change.parameters
        if change.isOff { choices[rule]?.severity = nil }
        if let severity = change.severity { choices[rule]?.severity = severity }
        // Parameters of a rule on request ask for it.
        if !change.isOff, let choice = choices[rule], choice.severity == nil { choices[rule]?.severity = choice.rule.severity }
    }

    /// Nil if the rule is off or does not exist.
    public func severity(of rule: String) -> Severity? { choices[rule]?.severity }

    /// With the profiles and the day of the check.
    func choice(of rule: Rule) -> RuleChoice? {
        var choice = choices[rule.id]
        choice?.parameters.profiles = profiles
        choice?.parameters.day = day
        return choice
    }
}

/// The severity and the parameters of one rule.
struct RuleChoice: Sendable {
    let rule: Rule
    /// Nil if the rule is off.
    var severity: Severity?
    var parameters: RuleParameters
}

extension RuleChoices {
    /// All rules with the configuration's changes.
    public init(_ configuration: CheckConfiguration) {
        self.init(Rule.all)
        for (id, change) in configuration.rules { apply(change, of: id) }
    }
}
