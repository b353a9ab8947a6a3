import Base
import Glibc

// The only place where an errno becomes a sentence.

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
        let reason = switch code {
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
