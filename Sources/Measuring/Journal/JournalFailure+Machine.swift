import Journals
import System

extension MachineFailure {
    /// A file that cannot be used as a journal is bad input. A journal that cannot be written is a failure of the
    /// machine. A journal that another program writes may be free a little later.
    init(_ failure: JournalFailure, _ withoutIt: String) {
        let kind: MachineFailureKind = switch failure.kind {
        case .missing, .noFolder, .notAFile, .notSQLite, .otherApplication, .foreign, .newerSchema, .damaged: .input
        case .readOnly, .noPermission, .diskFull, .fileTooLarge, .inputOutput, .outOfMemory, .unexpected: .machine
        case .locked: .locked
        }
        self.init(kind: kind, message: failure.message(withoutIt))
    }

    /// `withoutIt` says how to run without a journal.
    public init(_ failure: RunLockFailure, _ withoutIt: String? = nil) {
        switch failure {
        case .held: self = .locked(failure.message())
        case .notMade: self = .machine(failure.message(withoutIt))
        }
    }
}
