/// The arguments of `weir journal`.
struct JournalOptions: Equatable, Sendable {
    var action: Action?
    /// A pattern for the pictures to forget.
    var pattern: [UInt8]?
    /// How long pictures to forget have not been asked for, in seconds.
    var leastAge: Int64?
    var journal = Array(".weir-journal".utf8)
    var format = Format.text

    enum Action: String, WordChoice {
        case check, stats, failures, forget, export
    }

    enum Format: String, WordChoice {
        case text, json, jsonl
    }
}

extension JournalOptions.Action {
    /// The output formats of the action.
    fileprivate var formats: [JournalOptions.Format] {
        switch self {
        case .stats: [.text, .json]
        case .failures: [.text, .jsonl]
        case .check, .forget, .export: [.text]
        }
    }
}

extension JournalOptions: CommandOptions {
    static let grammar = Grammar(
        defaults: JournalOptions(),
        flags: [
            .value(
                "journal", .file("FILE"), in: .input, default: ".weir-journal",
                help: "Look into the journal FILE."
            ) { $0.journal = $1 },
            .value(
                "older-than", .age("T"), in: .input,
                help: "With forget, forget only pictures that were last asked for longer than T ago: 24h, 365d."
            ) { $0.leastAge = $1 },
            .value(
                "format", .choice("FORMAT"), in: .output, default: "text",
                help: "Print as FORMAT: stats as text or json, failures as text or jsonl."
            ) { $0.format = $1 },
        ],
        operand: { options, argument throws(UsageError) in
            if options.action == nil {
                options.action = try argument.choice()
            } else if options.action == .forget, options.pattern == nil {
                options.pattern = argument.bytes
            } else {
                throw UsageError("\(argument.shown) is one operand too many; --journal FILE names the journal")
            }
        },
        complete: { options throws(UsageError) in
            guard let action = options.action else {
                throw UsageError("nothing is asked for; give one of \(Action.words.joined(separator: ", "))")
            }
            if action == .forget, options.pattern == nil, options.leastAge == nil {
                throw UsageError("forget needs a PATTERN, such as 'https://img.example/old/*', or --older-than")
            }
            guard action == .forget || options.leastAge == nil else {
                throw UsageError("--older-than chooses what to forget, and \(action.rawValue) forgets nothing")
            }
            guard action.formats.contains(options.format) else {
                throw UsageError("\(action.rawValue) is not printed as \(options.format.rawValue)")
            }
        })
}

extension Command {
    static let journal = Command(
        name: "journal",
        summary: "Look into a journal, or make it forget.",
        operands: ValueSpec(placeholder: "ACTION [PATTERN]", completion: .words(JournalOptions.Action.words)),
        paragraphs: [
            "ACTION is one of these:",
            "check: Report whether the journal is whole. Findings are printed one a line; the exit status is 1 if there are any.",
            "stats: Count the pictures, those with a size and those that fail, and say when one was last asked for.",
            "failures: Print each picture that fails, with its code, how often in a row, and when it is asked for again.",
            """
            forget PATTERN: Forget the pictures whose whole URL or absolute path PATTERN matches: * (slashes \
            too), ?, [a-z]. With --older-than PATTERN may be left out. Not while a run is at work; the exit status is then 75.
            """,
            "export: Print all that is known as JSON Lines, sorted by URL and path.",
            "A journal can be looked into while a run writes it.",
        ],
        examples: [
            Example(line: "weir journal stats", meaning: "Count what the journal in this folder knows."),
            Example(
                line: "weir journal failures --journal /var/lib/weir/.weir-journal",
                meaning: "Name the pictures that fail, and why."),
            Example(
                line: "weir journal forget 'https://img.example/spring/*'",
                meaning: "Ask for these pictures anew in the next run."),
            Example(
                line: "weir journal forget --older-than 365d",
                meaning: "Forget the pictures that no run has asked for within a year."),
            Example(line: "weir journal export | gzip > journal.jsonl.gz", meaning: "Keep what is known, for other programs."),
        ],
        options: JournalOptions.self)
}
