import Glibc
import Journals

extension MachineFailure {
    /// What cannot be used as a journal is bad input; what cannot be written is the machine's fault;
    /// what somebody else is writing may be free a little later.
    init(_ failure: JournalFailure) {
        let kind: Kind = switch failure.kind {
        case .missing, .noFolder, .notAFile, .notSQLite, .otherApplication, .newerSchema, .damaged: .input
        case .readOnly, .noPermission, .diskFull, .inputOutput, .outOfMemory, .unexpected: .machine
        case .locked: .locked
        }
        self.init(kind: kind, message: failure.message)
    }

    public init(_ failure: RunLockFailure) {
        switch failure {
        case .notMade: self = .machine(failure.message)
        case .held(let pid?, let start?):
            self.init(kind: .locked, message: "another run holds the journal: pid \(pid), started \(dateText(start))")
        case .held: self.init(kind: .locked, message: failure.message)
        }
    }
}

/// `2026-08-01 10:00:00 UTC`, of Unix seconds.
func dateText(_ seconds: Int64) -> String {
    var time = time_t(seconds)
    var parts = tm()
    var text = [CChar](repeating: 0, count: 64)
    guard gmtime_r(&time, &parts) != nil else { return "\(seconds)" }
    let count = strftime(&text, text.count, "%Y-%m-%d %H:%M:%S UTC", &parts)
    return String(decoding: text.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

/// The time of day, which may jump.
func unixSeconds() -> Int64 { Int64(time(nil)) }
