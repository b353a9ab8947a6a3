import Checks
import Layouts
import WeirBase
import WeirReports
import WeirSystem

/// The options of `weir rules`.
struct RulesOptions: Sendable {
    var rule: Rule?
    var profiles: [String] = []
}

extension RulesOptions: CommandOptions {
    static let grammar = Grammar(
        defaults: RulesOptions(),
        flags: [
            .list(
                "profile", .profiles("NAME[,NAME...]"), in: .output, help: "Print the limits of sales channels, and where they were read.",
                \.profiles
            ).common
        ],
        operand: { options, argument throws(UsageError) in
            guard options.rule == nil else { throw UsageError("only one rule at a time; \(argument.shown) is a second one") }
            options.rule = try ValueReader<Rule>.rule("RULE").read(argument)
        },
        complete: { options throws(UsageError) in
            guard options.rule == nil || options.profiles.isEmpty else { throw UsageError("--profile stands alone; leave out the rule") }
        })
}

extension Command {
    static let rules = Command(
        name: "rules",
        summary: "Print the rules of weir check, or what one of them is about.",
        operands: ValueSpec(placeholder: "[RULE]", completion: .words(Rule.all.map(\.id))),
        paragraphs: ["Without RULE it prints a line for each rule: its name, its severity, what it looks at, and what must hold."],
        examples: [
            Example(line: "weir rules exact-fit", meaning: "Read what a rule is about, and what to do about a finding."),
            Example(line: "weir rules --profile google-merchant", meaning: "Print the limits of a channel, with their sources."),
        ],
        options: RulesOptions.self)
}

extension RulesOptions {
    func run() throws(MachineFailure) -> ExitStatus {
        let profiles = try profiles.map { name throws(MachineFailure) in try Profile.named(name) }
        try StandardStream.output.write { output in
            if !profiles.isEmpty { return profiles.append(tableTo: &output) }
            if let rule { rule.append(textTo: &output) } else { Rule.all.append(tableTo: &output) }
        }
        return .ok
    }
}

extension ValueReader where Value == Rule {
    static func rule(_ placeholder: String) -> ValueReader {
        let names = Rule.all.map(\.id)
        return ValueReader(placeholder, .words(names)) {
            argument throws(UsageError) in
            guard let rule = Rule.all.first(where: { $0.id == argument.text }) else {
                let nearest = argument.text.flatMap { nearestName(to: $0, among: names) }
                throw .unknown("rule", argument.shown, nearest: nearest, elsewhere: "; weir rules names them")
            }
            return rule
        }
    }
}
