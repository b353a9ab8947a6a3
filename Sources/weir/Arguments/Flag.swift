/// A row in a command's table of options: its name, its help, and the setting that it changes.
///
/// The parser, the help, the man page and the completions all read this row, so none of them can forget an
/// option or contradict another.
struct Flag<Options>: Sendable {
    typealias Toggle = @Sendable (inout Options, _ isOn: Bool) -> Void
    typealias Setter = @Sendable (inout Options, Argument) throws(UsageError) -> Void

    enum Effect: Sendable {
        case toggle(Toggle)
        case value(Setter)
        /// The value may be missing. It is the next argument only if that is a number.
        case number(Toggle, Setter)
        /// The value is a file with options, which the arguments override wherever they stand.
        case options
        /// Parsing stops, since the user asks for help.
        case help
    }

    var spec: FlagSpec
    let effect: Effect

    /// An option without a value.
    static func toggle(
        _ name: String, short: Character? = nil, in group: FlagGroup, help: String, set: @escaping Toggle
    ) -> Flag {
        Flag(spec: FlagSpec(name: name, short: short, group: group, help: help), effect: .toggle(set))
    }

    /// An option with a value after it.
    static func value<Value>(
        _ name: String, short: Character? = nil, _ value: ValueReader<Value>, in group: FlagGroup,
        default: String? = nil, isRepeatable: Bool = false, help: String, set: @escaping @Sendable (inout Options, Value) -> Void
    ) -> Flag {
        Flag(
            spec: FlagSpec(
                name: name, short: short, value: value.spec, group: group, isRepeatable: isRepeatable, help: help, default: `default`),
            effect: .value { options, argument throws(UsageError) in set(&options, try value.read(argument)) })
    }

    /// An option with a number after it, which may be missing.
    static func number<Value>(
        _ name: String, _ value: ValueReader<Value>, in group: FlagGroup, help: String, toggle: @escaping Toggle,
        set: @escaping @Sendable (inout Options, Value) -> Void
    ) -> Flag {
        Flag(
            spec: FlagSpec(name: name, group: group, help: help, optionalPlaceholder: value.spec.placeholder),
            effect: .number(toggle) { options, argument throws(UsageError) in set(&options, try value.read(argument)) })
    }

    /// An option with a list, to which the option adds when it is given again.
    static func list<Element: Equatable & Sendable>(
        _ name: String, _ value: ValueReader<[Element]>, in group: FlagGroup, help: String,
        _ path: WritableKeyPath<Options, [Element]> & Sendable
    ) -> Flag {
        Flag(
            spec: FlagSpec(
                name: name, value: value.spec, group: group, isRepeatable: true, help: help + " May be given more than once."),
            effect: .value { options, argument throws(UsageError) in
                let elements = try value.read(argument)
                guard !elements.contains(where: options[keyPath: path].contains) else {
                    throw UsageError("\(argument.shown) names one that is named before")
                }
                options[keyPath: path] += elements
            })
    }

    /// The option for a file whose section has more options.
    static func options(section: String) -> Flag {
        Flag(
            spec: FlagSpec(
                name: "config", value: ValueSpec(placeholder: "FILE", completion: .files), group: .other,
                help: """
                    Read more options from the section \(section) of FILE, which is JSON such as weir.json. Its keys are the long \
                    names: {"\(section)": {"max-failures": "5%", "quiet": true}}. The command line has priority: a list \
                    that it names replaces that of FILE, and --no-quiet turns a switch off that FILE turns on.
                    """),
            effect: .options)
    }

    /// The option that every command has.
    static var help: Flag { Flag(spec: .help, effect: .help) }

    /// The same option, which needs one of the others.
    func requiring(_ others: String...) -> Flag { changed { $0.requires += others } }

    /// The same option, which excludes the others.
    func excluding(_ others: String...) -> Flag { changed { $0.conflicts += others } }

    /// The same option, which is among those that most people need.
    var common: Flag { changed { $0.isCommon = true } }

    private func changed(_ change: (inout FlagSpec) -> Void) -> Flag {
        var flag = self
        change(&flag.spec)
        return flag
    }
}

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
    /// The word of help for a value that may be missing. Shells complete the option as one without a value.
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
    case galleries = "Several pictures a row"
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
        /// Words, or a document in JSON: in a configuration also the document itself.
        case wordsOrDocument([String])
        /// Words that are separated by commas; empty if they are not known.
        case list([String])
        /// The names in weir's own table of commands.
        case commands
    }
}
