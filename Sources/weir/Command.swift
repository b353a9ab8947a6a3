import WeirBase
import WeirSystem

/// The options of one command: what its grammar makes of the arguments, and the run that they describe.
protocol CommandOptions: Sendable {
    static var grammar: Grammar<Self> { get }

    func run() throws(MachineFailure) -> ExitStatus
}

/// One command of weir: its documentation, and its options, which run it.
///
/// The type of the options is erased, so that all commands fit into one table.
struct Command: Sendable {
    /// The work that remains after the command line has been parsed.
    typealias Run = () throws(MachineFailure) -> ExitStatus

    struct Example: Sendable {
        let line: String
        let meaning: String
    }

    let name: String
    /// One sentence, in the imperative.
    let summary: String
    /// Nil if it takes none.
    let operands: ValueSpec?
    let paragraphs: [String]
    let examples: [Example]
    /// The options. This is a closure, like `run`, so that the table of an unused command is never built. Otherwise
    /// every command would start more slowly.
    let flags: @Sendable () -> [FlagSpec]
    /// Reads the arguments after the name. Nil when they ask for help.
    let run: @Sendable (_ arguments: ArraySlice<Argument>) throws(UsageError) -> Run?

    init<Options: CommandOptions>(
        name: String, summary: String, operands: ValueSpec?, paragraphs: [String], examples: [Example], options: Options.Type
    ) {
        self.name = name
        self.summary = summary
        self.operands = operands
        self.paragraphs = paragraphs
        self.examples = examples
        self.flags = { Options.grammar.flags.map(\.spec) }
        self.run = { arguments throws(UsageError) in
            do throws(UsageError) {
                guard let options = try Options.grammar.completeOptions(from: arguments) else { return nil }
                return { () throws(MachineFailure) in try options.run() }
            } catch {
                throw error.about(command: name)
            }
        }
    }
}

extension Command {
    /// The commands, in the order of the help.
    static let all: [Command] = [
        .ingest, .probe, .stream, .layout, .check, .diff, .preview, .layouts, .rules, .demo, .start, .journal, .help, .version,
        .completions,
    ]

    static func named(_ argument: Argument) throws(UsageError) -> Command {
        if let command = all.first(where: { Argument($0.name) == argument }) { return command }
        let nearest = argument.text.flatMap { nearestName(to: $0, among: all.map(\.name)) }
        throw .unknown("command", argument.shown, nearest: nearest)
    }
}
