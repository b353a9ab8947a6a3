import System

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
