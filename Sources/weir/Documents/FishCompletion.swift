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
