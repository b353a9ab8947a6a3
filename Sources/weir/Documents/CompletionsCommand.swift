import System

/// The settings of `weir completions`.
struct CompletionsSettings: Equatable, Sendable {
    var shell: Shell?

    enum Shell: String, WordChoice {
        case bash, zsh, fish
    }
}

extension CompletionsSettings {
    static let grammar = Grammar(
        defaults: CompletionsSettings(),
        flags: [],
        operand: { settings, argument throws(UsageError) in
            if settings.shell != nil { throw UsageError("only one shell at a time") }
            settings.shell = try argument.choice()
        },
        check: { settings throws(UsageError) in
            if settings.shell == nil {
                throw UsageError("no shell is named; give one of \(Shell.words.joined(separator: ", "))")
            }
        })
}

extension Command {
    static let completions = Command(
        name: "completions",
        summary: "Print a script that completes weir's arguments in a shell.",
        operands: ValueSpec(placeholder: "SHELL", completion: .words(CompletionsSettings.Shell.words)),
        paragraphs: ["SHELL is one of \(CompletionsSettings.Shell.words.joined(separator: ", "))."],
        examples: [
            Example(line: "source <(weir completions bash)", meaning: "Complete in this bash or zsh session."),
            Example(
                line: "weir completions fish > ~/.config/fish/completions/weir.fish",
                meaning: "Complete in every fish session from now on."),
        ],
        grammar: CompletionsSettings.grammar,
        run: runCompletions)
}

private func runCompletions(_ settings: CompletionsSettings) throws(MachineFailure) -> ExitStatus {
    switch settings.shell {
    case .bash: try StandardStream.output.write(BashCompletion.script)
    case .zsh: try StandardStream.output.write(ZshCompletion.script)
    case .fish: try StandardStream.output.write(FishCompletion.script)
    case nil: break
    }
    return .ok
}
