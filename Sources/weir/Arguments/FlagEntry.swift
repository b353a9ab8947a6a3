/// What is told of an option, whatever it sets.
struct FlagEntry: Sendable {
    /// As typed after `--`.
    let name: String
    /// An ASCII letter or digit, as typed after `-`.
    var short: Character?
    /// Nil for a toggle.
    var value: ValueEntry?
    let group: FlagGroup
    /// Sentences. The first is also the description in completions.
    let help: String
    /// The default as it would be typed.
    var `default`: String?

    static let help = FlagEntry(name: "help", short: "h", group: .other, help: "Print this help.")
    static let version = FlagEntry(name: "version", group: .other, help: "Print the version.")
}

/// The headings of the help, in their order; the same for all commands.
enum FlagGroup: String, CaseIterable, Sendable {
    case input = "Input"
    case screen = "Screen"
    case layout = "Layout"
    case output = "Output"
    case failures = "Failures"
    case journal = "Journal"
    case network = "Network"
    case limits = "Limits"
    case other = "Other"
}

/// What is told of an option's value, or of operands.
struct ValueEntry: Sendable {
    /// As it stands in the help: `FILE`.
    let placeholder: String
    let completion: Completion

    /// What a shell can offer in this place.
    enum Completion: Sendable {
        case nothing
        case files
        case words([String])
        /// The names in weir's own table of commands.
        case commands
    }
}
