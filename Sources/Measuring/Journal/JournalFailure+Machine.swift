import Journals
import System

extension MachineFailure {
    /// A file that cannot be used as a journal is bad input. A journal that cannot be written is a failure of the
    /// machine. A journal that another program writes may be free a little later.
    init(_ failure: JournalFailure, _ advice: JournalAdvice) {
        let kind: MachineFailureKind = switch failure.kind {
        case .missing, .noFolder, .notAFile, .notSQLite, .otherApplication, .foreign, .newerSchema, .damaged: .input
        case .readOnly, .noPermission, .diskFull, .fileTooLarge, .inputOutput, .outOfMemory, .unexpected: .machine
        case .locked: .locked
        }
        self.init(kind: kind, message: failure.message(advice))
    }

    /// The plan, if there is one, has the advice.
    package init(_ failure: RunLockFailure, of journal: [UInt8], _ plan: JournalPlan? = nil) {
        let message = failure.message(journal, plan?.advice)
        switch failure {
        case .held: self = .locked(message)
        case .notMade: self = .machine(message)
        }
    }
}
