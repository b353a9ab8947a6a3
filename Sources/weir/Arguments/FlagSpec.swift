/// The name and the help of an option, without the setting that it changes.
struct FlagSpec: Sendable {
    /// The name after `--`.
    let name: String
    /// The ASCII letter or digit after `-`.
    var short: Character?
    /// Nil if the option has no value.
    var value: ValueSpec?
    let group: FlagGroup
    /// Whether each value counts, and not only the last.
    var isRepeatable = false
    /// Sentences. The first is also the description in completions.
    let help: String
    /// The default, as on the command line.
    var `default`: String?
    /// What help calls a value that may be missing. Shells complete the option as one without a value.
    var optionalPlaceholder: String?
    /// The names of options of which one must be given too; empty if the option stands for itself.
    var requires: [String] = []
    /// The names of options that must not be given too.
    var conflicts: [String] = []
    /// Whether the option is among the few that most people need.
    var isCommon = false

    static let help = FlagSpec(
        name: "help", short: "h", group: .other, help: "Print this help; --help all prints all options.", optionalPlaceholder: "all")
    static let version = FlagSpec(name: "version", group: .other, help: "Print the version.")
}

/// The headings of the help, in their order; the same for all commands.
enum FlagGroup: String, CaseIterable, Sendable {
    case input = "Input"
    case screen = "Screen"
    case layout = "Layout"
    case output = "Output"
    case pictures = "Pictures"
    case entries = "Entries"
    case reports = "Messages"
    case failures = "Failures"
    case journal = "Journal"
    case network = "Network"
    case trust = "Trust"
    case limits = "Limits"
    case other = "Other"
}

/// How help and completions describe an option's value, or operands.
struct ValueSpec: Sendable {
    /// The word in the help, such as `FILE`.
    let placeholder: String
    let completion: Completion

    /// The suggestions of a shell.
    enum Completion: Sendable {
        case nothing
        case files
        case words([String])
        /// Words that are separated by commas; empty if they are not known.
        case list([String])
        /// The names in weir's own table of commands.
        case commands
    }
}
