import Base
import Glibc

/// What stops a whole run, as opposed to one picture.
public struct MachineFailure: Error, Equatable, Sendable {
    public enum Kind: Equatable, Sendable {
        /// What the user named cannot be read.
        case input
        /// The disk is full, memory is out, an output cannot be written.
        case machine
        /// Another run, or another program, is at what this run needs.
        case locked
        /// Whoever read the output has gone, which is no error.
        case closedPipe
        /// Somebody asked the process to end, by this signal.
        case interrupted(signal: Int32)
    }

    public let kind: Kind
    public let message: String

    public static func input(_ message: String) -> MachineFailure { MachineFailure(kind: .input, message: message) }
    public static func machine(_ message: String) -> MachineFailure { MachineFailure(kind: .machine, message: message) }
    public static func locked(_ message: String) -> MachineFailure { MachineFailure(kind: .locked, message: message) }
    public static var closedPipe: MachineFailure { MachineFailure(kind: .closedPipe, message: "the reader has gone") }
}

/// A signal that arrives during a system call is no failure: the call is made again.
@inline(__always)
func retryingInterrupts<Result: SignedInteger>(_ call: () -> Result) -> Result {
    while true {
        let result = call()
        if result != -1 || errno != EINTR { return result }
    }
}

/// Reads some bytes. A parent may have left a pipe non-blocking: it is empty then, not broken.
func readOrWait(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    while true {
        let count = retryingInterrupts { read(descriptor, buffer.baseAddress, buffer.count) }
        if count >= 0 || errno != EAGAIN { return count }
        var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        poll(&wait, 1, -1)
    }
}

/// The system's own words for an error, with a small first letter as in the middle of a sentence.
public func errorText(_ code: Int32) -> String {
    guard let text = strerror(code) else { return "error \(code)" }
    let words = String(cString: text)
    return words.prefix(1).lowercased() + words.dropFirst()
}

extension Failure {
    /// Why a picture's file could not be opened or read.
    init(errno code: Int32) {
        switch code {
        case ENOENT, ENOTDIR: self.init(.notFound)
        case EISDIR: self.init(.unreadable, "it is a folder")
        case ESPIPE, ENXIO: self.init(.unreadable, "it is a pipe, a socket or a terminal, not a file")
        default: self.init(.unreadable, errorText(code))
        }
    }
}
