extension CheckedManifest {
    /// Has the rules about pictures look at one, an item.
    public mutating func look(at sight: PictureSight, of item: Int, _ choices: RuleChoices) {
        for check in PictureRules.checks {
            guard let severity = choices.severity(of: check.rule.id), let objection = check.objection(to: sight) else { continue }
            add(objection.message, about: objection.field, of: item, check.rule, severity)
        }
    }
}
