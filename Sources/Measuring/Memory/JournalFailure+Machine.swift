import Journals
import System

extension MachineFailure {
    /// What cannot be used as a journal is bad input; what cannot be written is the machine's fault;
    /// what somebody else is writing may be free a little later.
    init(_ failure: JournalFailure, _ withoutIt: String) {
        let kind: MachineFailureKind = switch failure.kind {
        case .missing, .noFolder, .notAFile, .notSQLite, .otherApplication, .newerSchema, .damaged: .input
        case .readOnly, .noPermission, .diskFull, .inputOutput, .outOfMemory, .unexpected: .machine
        case .locked: .locked
        }
        self.init(kind: kind, message: failure.message(withoutIt))
    }

    /// Told alike by every command that needs the journal for itself. `withoutIt` says how to do without.
    public init(_ failure: RunLockFailure, _ withoutIt: String? = nil) {
        switch failure {
        case .held: self = .locked(failure.message())
        case .notMade: self = .machine(failure.message(withoutIt))
        }
    }
}
