import Glibc
import Measuring
import WeirBase
import WeirSystem

/// The entry point: parses the arguments, runs the command, and returns the exit status.
///
/// No file here imports Foundation: loading Foundation takes longer than probing a picture.
@main
enum Weir {
    static let summary = "measure pictures for a waterfall layout"
    /// The options that may be given instead of a command.
    static let flags: [FlagSpec] = [
        FlagSpec(name: "help", short: "h", group: .other, help: "Print this help."), .version,
    ]

    static func main() {
        guard reserveClosedStreams() else {
            StandardStream.error.report("weir: /dev/null cannot be opened in the place of a closed stream: \(errorText(errno))")
            exit(ExitStatus.machine.rawValue)
        }
        // With SIGPIPE ignored, write(2) reports a closed pipe as an error, different from that of a full disk. With
        // SIGXFSZ ignored, it reports a file that would exceed `ulimit -f`.
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
        exit(status(of: Argument.ofProcess()[...]).rawValue)
    }

    static func status(of arguments: ArraySlice<Argument>) -> ExitStatus {
        if arguments.isEmpty {
            StandardStream.error.report(lines: HelpText.usage + "\n")
            return .usage
        }
        let run: Command.Run
        do {
            run = try understand(arguments)
        } catch {
            StandardStream.error.report(lines: error.text + "\n")
            return .usage
        }
        do {
            return try run()
        } catch {
            if error.kind != .closedPipe { StandardStream.error.report("weir: \(error.message)") }
            return ExitStatus(error.kind)
        }
    }

    /// The run that the arguments ask for.
    static func understand(_ arguments: ArraySlice<Argument>) throws(UsageError) -> Command.Run {
        let first = arguments.first ?? Argument("")
        if first.text == DecoderProgram.command, let limits = DecoderLimits(arguments: arguments.dropFirst().compactMap(\.text)) {
            return { () throws(MachineFailure) in
                var service = DecoderService(limits)
                service.run()
                return .ok
            }
        }
        let rest = arguments.dropFirst()
        switch first.text {
        case "-h", "--help":
            return try understand([Argument(Command.help.name)] + rest)
        case "--version":
            guard rest.isEmpty else { throw UsageError("--version stands alone") }
            return printing("weir \(Version.number)\n")
        case let text? where text.hasPrefix("-"):
            let nearest = nearestName(to: String(text.drop { $0 == "-" }), among: flags.map(\.name))
            throw .unknown("option", first.shown, nearest: nearest.map { "--\($0)" })
        default:
            let command = try Command.named(first)
            return try command.run(rest) ?? printing(HelpText.page(of: command, isLong: asksForAll(rest)))
        }
    }

    /// Whether the option for help has the word for all options.
    private static func asksForAll(_ arguments: ArraySlice<Argument>) -> Bool {
        arguments.contains(Argument("--help=all"))
            || zip(arguments, arguments.dropFirst()).contains { option, word in
                ["-h", "--help"].contains(option.text) && word.text == "all"
            }
    }

    private static func printing(_ text: String) -> Command.Run {
        { () throws(MachineFailure) in
            try StandardStream.output.write(text)
            return .ok
        }
    }
}

/// The exit status of the program. The numbers never change, and every command uses them.
enum ExitStatus: Int32, CaseIterable, Sendable {
    case ok = 0
    case findings = 1
    case usage = 2
    case machine = 3
    /// EX_TEMPFAIL of sysexits.h: the same command may well succeed a little later.
    case locked = 75
    /// Ended by a signal, as shells count it: 128 and the signal's number.
    case hungUp = 129
    case interrupted = 130
    case terminated = 143

    /// The line of the status in help and man page.
    var meaning: String {
        switch self {
        case .ok: "All is well."
        case .findings: "Findings, failures of probe, or a previous manifest kept by ingest."
        case .usage: "Bad usage, bad configuration or unreadable input."
        case .machine: "The machine failed: disk full, out of memory."
        case .locked: "Another run holds the lock."
        case .hungUp: "The terminal was lost (SIGHUP)."
        case .interrupted: "Interrupted (SIGINT)."
        case .terminated: "Terminated (SIGTERM)."
        }
    }
}

extension ExitStatus {
    init(_ kind: MachineFailureKind) {
        switch kind {
        case .closedPipe: self = .ok
        case .input: self = .usage
        case .machine: self = .machine
        case .locked: self = .locked
        case .interrupted(.signal(let signal)): self.init(signal: signal)
        case .interrupted(.timeLimit), .interrupted(.firstFailure): self = .findings
        }
    }

    init(signal: Int32) { self = ExitStatus(rawValue: 128 + signal) ?? .terminated }
}
