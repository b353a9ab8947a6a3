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
