extension CheckedManifest {
    /// Checks the picture of an item, or a further one, with the rules about pictures.
    package mutating func check(_ picture: PictureComparison, of item: Int, further: FurtherPicture? = nil, _ choices: RuleChoices) {
        unchecked.has(.pictures)
        if let kind = picture.failureKind { unchecked.add(picture.img, kind) }
        for check in PictureRules.types {
            guard let severity = choices.severity(of: check.rule.id), let problem = check.problem(to: picture) else { continue }
            add(problem.message, about: problem.field, of: item, further, check.rule, severity)
        }
    }
}
