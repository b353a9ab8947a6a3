import Base
import Glibc
import Pipeline
import System

/// A file descriptor that is written to. Unbuffered: who prints many lines gathers them first.
struct Output: Sendable {
    let descriptor: Int32

    static let standard = Output(descriptor: STDOUT_FILENO)
    static let error = Output(descriptor: STDERR_FILENO)

    func write(_ bytes: [UInt8]) throws(MachineFailure) {
        var written = 0
        while written < bytes.count {
            let (count, code) = bytes.withUnsafeBytes { buffer in
                let rest = UnsafeRawBufferPointer(rebasing: buffer[written...])
                return (Glibc.write(descriptor, rest.baseAddress, rest.count), errno)
            }
            if count >= 0 {
                written += count
            } else if code == EAGAIN {
                // A parent may have left the pipe non-blocking; it is full, not broken.
                var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&wait, 1, -1)
            } else if code == EPIPE {
                throw .closedPipe
            } else if code != EINTR {
                throw .machine("the output cannot be written: \(errorText(code))")
            }
        }
    }

    func write(_ text: String) throws(MachineFailure) {
        try write(Array(text.utf8))
    }

    /// Writes what is gathered in a buffer.
    func write(_ gather: (inout ByteBuffer) -> Void) throws(MachineFailure) {
        var buffer = ByteBuffer()
        gather(&buffer)
        try write(buffer.bytes)
    }

    /// Writes a message to people, on a line of its own. When standard error itself fails, there is
    /// nobody left to tell, and the exit status still tells scripts.
    static func tell(_ message: String) { tell(text: message + "\n") }

    static func tell(text: String) { try? error.write(text) }

    static func tell(bytes: borrowing ByteBuffer) { try? error.write(bytes.bytes) }
}
