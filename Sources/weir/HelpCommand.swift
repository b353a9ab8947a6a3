import Pipeline

/// What `weir help` is asked to do.
struct HelpSettings: Sendable {
    /// Nil for weir as a whole.
    var command: Command?
    var format = Format.text

    enum Format: String, WordChoice {
        case text, man
    }
}

extension HelpSettings {
    static let grammar = Grammar(
        defaults: HelpSettings(),
        flags: [
            .value(
                "format", .choice("FORMAT"), in: .output, default: "text",
                help: "Print as FORMAT. man is the source of the man page, which covers all commands."
            ) { $0.format = $1 }
        ],
        operand: { settings, argument throws(UsageError) in
            if settings.command != nil { throw UsageError("only one command at a time") }
            settings.command = try .named(argument)
        },
        check: { settings throws(UsageError) in
            if let command = settings.command, settings.format == .man {
                throw UsageError("the man page is one for all commands; leave out \(command.name)")
            }
        })
}

extension Command {
    static let help = Command(
        name: "help",
        summary: "Print help on weir or on one of its commands.",
        operands: ValueEntry(placeholder: "[COMMAND]", completion: .commands),
        paragraphs: [],
        examples: [
            Example(line: "weir help probe", meaning: "Print what 'weir probe --help' prints."),
            Example(line: "weir help --format man | man -l -", meaning: "Read the man page."),
        ],
        grammar: HelpSettings.grammar,
        run: runHelp)
}

private func runHelp(_ settings: HelpSettings) throws(MachineFailure) -> ExitStatus {
    switch settings.format {
    case .text: try Output.standard.write(settings.command.map(HelpText.page) ?? HelpText.overview)
    case .man: try Output.standard.write(ManPage.text)
    }
    return .ok
}
