extension RuleChoices {
    /// All rules with the configuration's changes.
    public init(_ configuration: CheckConfiguration) {
        self.init(Rule.all)
        for (id, change) in configuration.rules { apply(change, of: id) }
    }
}
