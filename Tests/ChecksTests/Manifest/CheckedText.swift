import Checks

/// Findings in the form of the tests' tables: `rule line:column+length pointer`, or `rule - pointer` for a finding
/// without a position.
func findings(in text: String, named name: String = "m.json", _ choose: (inout RuleChoices) -> Void = { _ in }) -> [String] {
    findings(in: Array(text.utf8), named: name, choose).map(\.reported)
}

func findings(in bytes: [UInt8], named name: String = "m.json", _ choose: (inout RuleChoices) -> Void = { _ in }) -> [Finding] {
    checked(bytes, named: name, choose).files.flatMap(\.findings)
}

func checked(_ bytes: [UInt8], named name: String = "m.json", _ choose: (inout RuleChoices) -> Void = { _ in }) -> CheckResult {
    var choices = RuleChoices.ofSmallPictures
    choose(&choices)
    var check = ManifestCheck(choices)
    check.take(check.check(name, bytes))
    return check.result
}

extension RuleChoices {
    /// Those of all rules about manifests. Most pictures of these tests are small.
    static var ofSmallPictures: RuleChoices {
        var choices = RuleChoices(ManifestRules.withoutPictures)
        _ = choices.set("min-side", of: "size-plausible", to: .number(2))
        return choices
    }
}

extension Finding {
    var reported: String {
        let position = position.map { "\($0.line):\($0.column)+\($0.length)" } ?? "-"
        return "\(rule) \(position) \(pointer)"
    }
}
