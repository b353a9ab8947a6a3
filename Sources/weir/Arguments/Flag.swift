/// One row of a command's table of options: what is typed, what is told of it, what it sets.
///
/// The parser, the help, the man page and the completions all read this row, so that none of
/// them can forget an option or contradict another.
struct Flag<Settings>: Sendable {
    typealias Toggle = @Sendable (inout Settings) -> Void
    typealias Setter = @Sendable (inout Settings, Argument) throws(UsageError) -> Void

    enum Action: Sendable {
        case toggle(Toggle)
        case value(Setter)
        /// Reading stops here: the user asks for help.
        case help
    }

    let entry: FlagEntry
    let action: Action

    /// An option that is there or not.
    static func toggle(
        _ name: String, short: Character? = nil, in group: FlagGroup, help: String, set: @escaping Toggle
    ) -> Flag {
        Flag(entry: FlagEntry(name: name, short: short, group: group, help: help), action: .toggle(set))
    }

    /// An option with a value after it.
    static func value<Value>(
        _ name: String, short: Character? = nil, _ value: ValueReader<Value>, in group: FlagGroup,
        default: String? = nil, help: String, set: @escaping @Sendable (inout Settings, Value) -> Void
    ) -> Flag {
        Flag(
            entry: FlagEntry(
                name: name, short: short, value: value.entry, group: group, help: help, default: `default`),
            action: .value { settings, argument throws(UsageError) in set(&settings, try value.read(argument)) })
    }

    /// The option that every command has.
    static var help: Flag { Flag(entry: .help, action: .help) }
}
