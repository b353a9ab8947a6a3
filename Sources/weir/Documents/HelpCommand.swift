import Checks
import WeirBase
import WeirReports
import WeirSystem

/// The options of `weir help`.
struct HelpOptions: Sendable {
    /// Nil for weir as a whole.
    var command: Command?
    /// Whether all options of the command are printed, and not only those that most people need.
    var isLong = false
    var format = HelpFormat.text
}

enum HelpFormat: String, WordChoice {
    case text, man, rules, channels, schema
}

extension HelpOptions: CommandOptions {
    static let grammar = Grammar(
        defaults: HelpOptions(),
        flags: [
            .value(
                "format", .choice("FORMAT"), in: .output, default: "text",
                help: """
                    Print as FORMAT. man is the source of the man page, which covers all commands; rules is a page in Markdown \
                    about all rules of weir check, channels one about the limits of sales channels; schema is the JSON Schema of its configuration.
                    """
            ) { $0.format = $1 }
        ],
        operand: { options, argument throws(UsageError) in
            if options.command != nil, argument.text == "all" {
                options.isLong = true
                return
            }
            if options.command != nil { throw UsageError("only one command at a time") }
            options.command = try .named(argument)
        },
        complete: { options throws(UsageError) in
            guard let command = options.command else { return }
            switch options.format {
            case .text: return
            case .man: throw UsageError("the man page is one for all commands; leave out \(command.name)")
            case .rules, .channels, .schema: throw UsageError("--format \(options.format.rawValue) stands alone; leave out \(command.name)")
            }
        })
}

extension Command {
    static let help = Command(
        name: "help",
        summary: "Print help on weir or on one of its commands.",
        operands: ValueSpec(placeholder: "[COMMAND [all]]", completion: .commands),
        paragraphs: [],
        examples: [
            Example(line: "weir help probe", meaning: "Print what 'weir probe --help' prints."),
            Example(line: "weir help ingest all", meaning: "Print all options of a command, and not only the most needed."),
            Example(line: "weir help --format man | man -l -", meaning: "Read the man page."),
            Example(line: "weir help --format schema > weir.schema.json", meaning: "Let an editor know the keys of weir.json."),
        ],
        options: HelpOptions.self)
}

extension HelpOptions {
    func run() throws(MachineFailure) -> ExitStatus {
        switch format {
        case .text: try StandardStream.output.write(command.map { HelpText.page(of: $0, isLong: isLong) } ?? HelpText.overview)
        case .man: try StandardStream.output.write(ManPage.text)
        case .rules: try StandardStream.output.write { Rule.all.append(markdownTo: &$0) }
        case .channels: try StandardStream.output.write { Profile.known.append(markdownTo: &$0) }
        case .schema: try StandardStream.output.write { ConfigurationSchema.ofThisVersion.append(to: &$0) }
        }
        return .ok
    }
}
