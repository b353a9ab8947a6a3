import WeirBase

/// The text of `--help`, made from the table of commands.
enum HelpText {
    /// The text for `weir` without arguments.
    static let usage =
        (["Usage: weir COMMAND [OPTION]..."]
        + TextLayout.lines("Commands: \(Command.all.map(\.name).joined(separator: ", "))")
        + ["Try 'weir --help'."]).joined(separator: "\n")

    static let overview = text([
        ["weir: \(Weir.summary)"],
        ["Usage: weir COMMAND [OPTION]..."],
        ["Commands:"] + commands,
        ["Options:"] + TextLayout.definitions(rows(of: Weir.flags), column: column(for: Weir.flags)),
        exitStatus,
        ["'weir help COMMAND' describes a command, and with 'all' behind it all options."],
    ])

    /// A command with many options has a short page with those that most people need, and a long one.
    static func page(of command: Command, isLong: Bool) -> String {
        let all = command.flags()
        let common = all.filter(\.isCommon)
        let column = column(for: all)
        let groups: [[String]]
        if isLong || common.isEmpty {
            groups = FlagGroup.allCases.map { group in
                let flags = all.filter { $0.group == group }
                return flags.isEmpty ? [] : ["\(group.rawValue):"] + TextLayout.definitions(rows(of: flags), column: column)
            }
        } else {
            groups = [
                ["Options that most people need:"] + TextLayout.definitions(rows(of: common), column: column),
                ["'weir help \(command.name) all' prints all \(all.count) options."],
            ]
        }
        let examples: [String] = command.examples.flatMap { ["  \($0.line)"] + TextLayout.lines($0.meaning, indent: 6) }
        var blocks: [[String]] = [[command.summary], ["Usage: \(command.synopsis)"]]
        blocks += command.paragraphs.map { TextLayout.lines($0) }
        blocks += groups
        blocks += [["Examples:"] + examples, exitStatus]
        return text(blocks)
    }

    private static var commands: [String] {
        let column = TextLayout.column(for: Command.all.map(\.name))
        return TextLayout.definitions(Command.all.map { ($0.name, $0.summary) }, column: column)
    }

    private static var exitStatus: [String] {
        let rows = ExitStatus.allCases.map { ("\($0.rawValue)", $0.meaning) }
        return ["Exit status:"] + TextLayout.definitions(rows, column: TextLayout.column(for: rows.map(\.0)))
    }

    private static func rows(of flags: [FlagSpec]) -> [(term: String, meaning: String)] {
        flags.map { ($0.term, $0.meaning) }
    }

    private static func column(for flags: [FlagSpec]) -> Int {
        TextLayout.column(for: flags.map(\.term))
    }

    /// The blocks that are not empty, with a line between them.
    private static func text(_ blocks: [[String]]) -> String {
        blocks.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") + "\n" }.joined(separator: "\n")
    }
}

// Texts about options and commands, for help, man page and completions.

extension FlagSpec {
    /// The option's names, with the long names aligned: `-r, --recursive`.
    var term: String {
        (short.map { "-\($0), " } ?? "    ") + "--\(name)"
            + (value.map { " \($0.placeholder)" } ?? optionalPlaceholder.map { " [\($0)]" } ?? "")
    }

    /// The help, the words to choose from, and the default.
    var meaning: String {
        var sentences = [help]
        switch value?.completion {
        case .words(let words), .wordsOrDocument(let words): sentences.append("One of \(words.joined(separator: ", ")).")
        case .list(let words) where !words.isEmpty: sentences.append("Any of \(words.joined(separator: ", ")).")
        default: break
        }
        if let text = self.default {
            sentences.append("Default: \(text).")
        }
        return sentences.joined(separator: " ")
    }

    /// The first sentence of the help without its full stop, for a menu in a shell.
    var menuText: String { firstSentence(of: help) }
}

extension Command {
    var menuText: String { firstSentence(of: summary) }
    var synopsis: String { "weir \(name) [OPTION]..." + (operands.map { " \($0.placeholder)" } ?? "") }
}

extension ValueSpec.Completion {
    /// The suggested words, if they are known.
    var words: [String]? {
        switch self {
        case .words(let words), .wordsOrDocument(let words): words
        case .commands: Command.all.map(\.name)
        case .nothing, .files, .list: nil
        }
    }
}

private func firstSentence(of text: String) -> String {
    var words: [Substring] = []
    for word in text.split(separator: " ") {
        if word.hasSuffix(".") {
            words.append(word.dropLast())
            break
        }
        words.append(word)
    }
    return words.joined(separator: " ")
}

extension ByteBuffer {
    /// Appends a table whose columns are as wide as their widest cell and two spaces apart. There is no
    /// padding behind the last column.
    mutating func append(table rows: [[String]]) {
        let columns = rows.map(\.count).max() ?? 0
        let widths = (0..<columns).map { column in rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0 }
        for row in rows {
            for (column, cell) in row.enumerated() {
                append(cell)
                guard column + 1 < row.count else { break }
                append(String(repeating: " ", count: widths[column] - cell.count + 2))
            }
            append("\n")
        }
    }
}
