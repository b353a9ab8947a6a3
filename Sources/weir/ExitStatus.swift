/// What a script learns from `$?`. The numbers are a promise; every command keeps to them.
enum ExitStatus: Int32, CaseIterable, Sendable {
    case ok = 0
    case findings = 1
    case usage = 2
    case machine = 3
    /// EX_TEMPFAIL of sysexits.h: the same command may well succeed a little later.
    case locked = 75

    /// The line of the status in help and man page.
    var meaning: String {
        switch self {
        case .ok: "All is well."
        case .findings: "Findings, failed pictures, or a gate not met."
        case .usage: "Bad usage, bad configuration or unreadable input."
        case .machine: "The machine failed: disk full, out of memory."
        case .locked: "Another run holds the lock."
        }
    }
}
