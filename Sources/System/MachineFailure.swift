/// A failure that stops the whole run, not only one picture.
package struct MachineFailure: Error, Equatable, Sendable {
    package let kind: MachineFailureKind
    package let message: String

    package init(kind: MachineFailureKind, message: String) {
        self.kind = kind
        self.message = message
    }

    package init(by interruption: Interruption) { self.init(kind: .interrupted(by: interruption), message: "interrupted") }

    package static func input(_ message: String) -> MachineFailure { MachineFailure(kind: .input, message: message) }
    package static func machine(_ message: String) -> MachineFailure { MachineFailure(kind: .machine, message: message) }
    package static func locked(_ message: String) -> MachineFailure { MachineFailure(kind: .locked, message: message) }
    package static var closedPipe: MachineFailure { MachineFailure(kind: .closedPipe, message: "the reader has gone") }
}

package enum MachineFailureKind: Equatable, Sendable {
    /// A file that the user named cannot be read.
    case input
    /// The disk is full, memory is out, an output cannot be written.
    case machine
    /// Another run, or another program, uses what this run needs.
    case locked
    /// The reader of the output has closed the pipe, which is no error.
    case closedPipe
    /// The run was asked to end.
    case interrupted(by: Interruption)
}

/// The reason why a run ends before its work is done.
package enum Interruption: Equatable, Sendable {
    case signal(Int32)
    /// The time that the run may take is over.
    case timeLimit
    /// The plan of the run ends it at a failure.
    case firstFailure
}
