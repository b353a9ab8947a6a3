extension RuleChoices {
    /// All rules, as a team has set them.
    public init(_ configuration: CheckConfiguration) {
        self.init(Rule.all)
        for (id, change) in configuration.rules { take(change, of: id) }
    }
}
