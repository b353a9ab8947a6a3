import Glibc
import WeirBase

/// A failure that stops the whole run, not only one picture.
package struct MachineFailure: Error, Equatable, Sendable {
    package let kind: MachineFailureKind
    package let message: String
    package let advice: Advice?

    package init(kind: MachineFailureKind, message: String, advice: Advice? = nil) {
        self.kind = kind
        self.message = message
        self.advice = advice
    }

    package init(by interruption: Interruption) { self.init(kind: .interrupted(by: interruption), message: "interrupted") }

    package static func input(_ message: String, _ advice: Advice? = nil) -> MachineFailure {
        MachineFailure(kind: .input, message: message, advice: advice)
    }
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

// No other file makes a sentence of an errno.

/// The system's text for an error.
package func systemErrorText(_ code: Int32) -> String { strerror(code).map { String(cString: $0) } ?? "error \(code)" }

/// The system's text with a small first letter, for the middle of a sentence; with the limit that may be raised.
package func errorText(_ code: Int32) -> String {
    if code == EBADF { return "it is closed" }
    let words = systemErrorText(code)
    let limit = [EFBIG: " (see ulimit -f)", EMFILE: " (see ulimit -n)"][code] ?? ""
    return words.prefix(1).lowercased() + String(words.dropFirst()) + limit
}

/// This machine is out of descriptors or of memory.
private let exhaustion = [EMFILE, ENFILE, ENOMEM]

extension MachineFailure {
    /// The failure for a file that the user named and that cannot be read.
    package static func unreadable(_ path: [UInt8], _ code: Int32) -> MachineFailure {
        let message = "\(shown(path)): \(errorText(code))"
        return exhaustion.contains(code) ? .machine(message) : .input(message)
    }

    /// The failure for an output that cannot be written.
    package static func unwritable(_ path: [UInt8], _ code: Int32) -> MachineFailure {
        if code == EPIPE { return .closedPipe }
        let reason =
            switch code {
            // A file system such as /proc.
            case ENOENT where fileStatus(folder(of: path))?.isFolder == true: "no file can be made in \(shown(folder(of: path)))"
            case ENOENT: "there is no folder \(shown(folder(of: path)))"
            case EISDIR: "it is a folder"
            default: errorText(code)
            }
        let message = "\(shown(path)) cannot be written: \(reason)"
        return [ENOENT, ENOTDIR, EISDIR, ELOOP].contains(code) ? .input(message) : .machine(message)
    }
}

extension Failure {
    /// The failure for a picture's file that could not be opened or read.
    package init(errno code: Int32) {
        switch code {
        case ENOENT, ENOTDIR: self.init(.notFound)
        case EISDIR: self.init(.unreadable, "it is a folder")
        case ESPIPE, ENXIO: self.init(.unreadable, "it is a pipe, a socket or a terminal, not a file")
        default: self.init(.unreadable, errorText(code))
        }
        isOfTheMachine = exhaustion.contains(code)
    }

    /// The failure for a connection that this machine could not begin.
    package init(connecting code: Int32) {
        self.init(.connect, "no connection can be opened: \(errorText(code))")
        isOfTheMachine = exhaustion.contains(code)
    }
}
