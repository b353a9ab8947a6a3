import WeirSystem

/// The completion script for bash, 4.4 or newer.
enum BashCompletion {
    static let script = """
        # Completes weir's arguments in bash. Made by 'weir completions bash'.

        _weir_words() {
            mapfile -t COMPREPLY < <(compgen -W "$1" -- "$2")
        }

        # Words that are separated by commas: those that are not there yet follow the last comma.
        _weir_list() {
            local word before='' rest=()
            [[ $2 == *,* ]] && before=${2%,*},
            for word in $1; do
                [[ ,$before == *",$word,"* ]] || rest+=("$before$word")
            done
            _weir_words "${rest[*]}" "$2"
        }

        # readline completes names of files itself, with their quotes and tildes.
        _weir_files() {
            compopt -o default
        }

        _weir() {
            local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}
            # --option=value comes as three words.
            if [[ $word == '=' ]]; then
                word=
            elif [[ $before == '=' ]]; then
                before=${COMP_WORDS[COMP_CWORD-2]}
            fi
            COMPREPLY=()

            if ((COMP_CWORD == 1)); then
                _weir_words '\(words(Command.all.map(\.name) + Weir.flags.map { "--\($0.name)" }))' "$word"
                return
            fi
            case "${COMP_WORDS[1]} $before" in
        \(Command.all.flatMap(values).map { "        \($0)\n" }.joined())\
            esac
            case "${COMP_WORDS[1]} $word" in
        \(Command.all.flatMap(rest).map { "        \($0)\n" }.joined())\
            esac
        }

        complete -F _weir weir

        """

    /// The branches for the word after an option that takes a value.
    private static func values(of command: Command) -> [String] {
        command.flags().compactMap { flag in
            guard let value = flag.value else { return nil }
            let typed = ["--\(flag.name)", flag.short.map { "-\($0)" }].compactMap(\.self)
            let pattern = typed.map { "'\(command.name) \($0)'" }.joined(separator: " | ")
            let steps = [offer(value.completion), "return"].compactMap(\.self)
            return "\(pattern)) \(steps.joined(separator: "; ")) ;;"
        }
    }

    /// The branches for an option, and for an operand.
    private static func rest(of command: Command) -> [String] {
        let options = "_weir_words '\(words(command.flags().map { "--\($0.name)" }))' \"$word\""
        return ["'\(command.name) -'*) \(options) ;;"]
            + [command.operands.flatMap { offer($0.completion) }].compactMap(\.self).map { "'\(command.name) '*) \($0) ;;" }
    }

    /// The call that makes suggestions; nil if there are none.
    private static func offer(_ completion: ValueSpec.Completion) -> String? {
        if let known = completion.words { return "_weir_words '\(words(known))' \"$word\"" }
        if case .list(let known) = completion, !known.isEmpty { return "_weir_list '\(words(known))' \"$word\"" }
        if case .files = completion { return "_weir_files" }
        return nil
    }

    private static func words(_ words: [String]) -> String {
        words.joined(separator: " ")
    }
}

/// The completion script for zsh, which can be sourced or put into a folder of `fpath`.
enum ZshCompletion {
    static let script = """
        #compdef weir
        # Completes weir's arguments in zsh. Made by 'weir completions zsh'.

        _weir() {
            local -a commands=(
        \(Command.all.map { "        \(quoted("\($0.name):\($0.menuText)"))\n" }.joined())\
            )
            if ((CURRENT == 2)); then
                if [[ $PREFIX == -* ]]; then
                    _arguments \(Weir.flags.map(spec).joined(separator: " "))
                else
                    _describe -t commands command commands
                fi
                return
            fi
            shift words
            ((CURRENT--))
            case $words[1] in
        \(Command.all.map(branch).joined())\
            esac
        }

        # Loaded by compinit, this file is the function's body; sourced, it registers it.
        if [[ $funcstack[1] == _weir ]]; then
            _weir "$@"
        else
            compdef _weir weir
        fi

        """

    private static func branch(for command: Command) -> String {
        let specs = command.flags().map(spec) + (command.operands.map { [quoted("*:\(named($0))")] } ?? [])
        return "        \(command.name))\n            _arguments -s -S"
            + specs.map { " \\\n                \($0)" }.joined()
            + "\n            ;;\n"
    }

    /// An argument of `_arguments` (zshcompsys(1)). The value of `-o+` may follow with or without a space,
    /// and that of `--output=` behind a space or an equals sign.
    private static func spec(for flag: FlagSpec) -> String {
        let (shortEnd, longEnd) = flag.value == nil ? ("", "") : ("+", "=")
        let long = "--\(flag.name)\(longEnd)"
        let rest = "[\(bracketed(flag.menuText))]" + (flag.value.map { ":\(named($0))" } ?? "")
        // An option of which each value counts is offered again.
        let mark = flag.isRepeatable ? "*" : ""
        guard let short = flag.short else { return quoted(mark + long + rest) }
        let exclusion = flag.isRepeatable ? "*" : "(-\(short) --\(flag.name))"
        return "\(quoted(exclusion)){-\(short)\(shortEnd),\(long)}\(quoted(rest))"
    }

    /// The name of a value and its suggestions.
    private static func named(_ value: ValueSpec) -> String {
        if let words = value.completion.words { return "\(value.placeholder):(\(words.joined(separator: " ")))" }
        if case .list(let words) = value.completion, !words.isEmpty {
            return "\(value.placeholder):_values -s , \(value.placeholder) \(words.joined(separator: " "))"
        }
        if case .files = value.completion { return "\(value.placeholder):_files" }
        return "\(value.placeholder): "
    }

    private static func quoted(_ text: String) -> String {
        "'\(text.replacing("'", with: #"'\''"#))'"
    }

    private static func bracketed(_ text: String) -> String {
        text.replacing("[", with: "\\[").replacing("]", with: "\\]")
    }
}

/// The completion script for fish.
enum FishCompletion {
    static let script =
        """
        # Completes weir's arguments in fish. Made by 'weir completions fish'.

        function __weir_command_is
            set -l words (commandline -opc)
            test "$words[2]" = "$argv[1]"
        end

        # Words that are separated by commas: those that are not there yet follow the last comma.
        function __weir_list
            set -l token (string replace -r -- '^-[^=]*=' '' (commandline -ct))
            set -l before (string match -r -- '^.*,' $token)
            for word in $argv
                contains -- $word (string split , -- $token)
                or echo "$before$word"
            end
        end

        complete -c weir -f

        """
        + Command.all.map { line("", "-a \($0.name)", $0.menuText) }.joined()
        + Weir.flags.map { line("", names(of: $0), $0.menuText) }.joined()
        + Command.all.map(section).joined()

    private static func section(for command: Command) -> String {
        let flags = command.flags().map { flag in
            let value = flag.value.map { " -r " + arguments(of: $0) } ?? ""
            return line(command.name, names(of: flag) + value, flag.menuText)
        }
        return "\n" + flags.joined() + (command.operands.map { line(command.name, arguments(of: $0)) } ?? "")
    }

    private static func line(_ command: String, _ what: String, _ menuText: String? = nil) -> String {
        let condition = "-n '__weir_command_is \"\(command)\"'"
        return "complete -c weir \(condition) \(what)" + (menuText.map { " -d \(quoted($0))" } ?? "") + "\n"
    }

    private static func names(of flag: FlagSpec) -> String {
        (flag.short.map { "-s \($0) " } ?? "") + "-l \(flag.name)"
    }

    private static func arguments(of value: ValueSpec) -> String {
        if let words = value.completion.words { return "-f -a '\(words.joined(separator: " "))'" }
        if case .list(let words) = value.completion, !words.isEmpty { return "-f -a '(__weir_list \(words.joined(separator: " ")))'" }
        if case .files = value.completion { return "-F" }
        return "-f"
    }

    private static func quoted(_ text: String) -> String {
        "'\(text.replacing("\\", with: "\\\\").replacing("'", with: "\\'"))'"
    }
}

/// The options of `weir completions`.
struct CompletionsOptions: Equatable, Sendable {
    var shell: Shell?

    enum Shell: String, WordChoice {
        case bash, zsh, fish
    }
}

extension CompletionsOptions: CommandOptions {
    static let grammar = Grammar(
        defaults: CompletionsOptions(),
        flags: [],
        operand: { options, argument throws(UsageError) in
            if options.shell != nil { throw UsageError("only one shell at a time") }
            options.shell = try argument.choice()
        },
        complete: { options throws(UsageError) in
            if options.shell == nil {
                throw UsageError("no shell is named; give one of \(Shell.words.joined(separator: ", "))")
            }
        })
}

extension Command {
    static let completions = Command(
        name: "completions",
        summary: "Print a script that completes weir's arguments in a shell.",
        operands: ValueSpec(placeholder: "SHELL", completion: .words(CompletionsOptions.Shell.words)),
        paragraphs: ["SHELL is one of \(CompletionsOptions.Shell.words.joined(separator: ", "))."],
        examples: [
            Example(line: "source <(weir completions bash)", meaning: "Complete in this bash or zsh session."),
            Example(
                line: "weir completions fish > ~/.config/fish/completions/weir.fish",
                meaning: "Complete in every fish session from now on."),
        ],
        options: CompletionsOptions.self)
}

extension CompletionsOptions {
    func run() throws(MachineFailure) -> ExitStatus {
        switch shell {
        case .bash: try StandardStream.output.write(BashCompletion.script)
        case .zsh: try StandardStream.output.write(ZshCompletion.script)
        case .fish: try StandardStream.output.write(FishCompletion.script)
        case nil: break
        }
        return .ok
    }
}
