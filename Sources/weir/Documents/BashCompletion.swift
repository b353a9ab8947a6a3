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
