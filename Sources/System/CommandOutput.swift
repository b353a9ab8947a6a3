import CLinux
import Glibc

/// The reason why a command gave no output.
package struct CommandFault: Error, Equatable, Sendable {
    /// The predicate of a sentence about the command.
    package let message: String

    package init(message: String) { self.message = message }
}

/// The standard output of a shell's command that ends within so many seconds. Its messages go where those of this program
/// go, and it has no standard input.
package func commandOutput(_ command: String, within seconds: Double, atMost most: Int = 1 << 16) throws(CommandFault) -> [UInt8] {
    var pipe: Int32 = -1
    let process = CLinux_start_command(command, &pipe)
    guard process > 0 else { throw CommandFault(message: "cannot be started: \(errorText(errno))") }
    defer { close(pipe) }
    let output = read(from: pipe, until: monotonicSeconds() + seconds, atMost: most)
    if output == nil { kill(process, SIGKILL) }
    var status: Int32 = 0
    _ = retryingInterrupts { waitpid(process, &status, 0) }
    guard let output else { throw CommandFault(message: "does not end within \(Int(seconds)) seconds, or prints too much") }
    guard status == 0 else { throw CommandFault(message: "has failed") }
    return output
}

/// nil if the end does not come in time, or after too many bytes.
private func read(from pipe: Int32, until end: Double, atMost most: Int) -> [UInt8]? {
    var output: [UInt8] = []
    while output.count <= most {
        var wait = pollfd(fd: pipe, events: Int16(POLLIN), revents: 0)
        let left = Int32(max(0, (end - monotonicSeconds()) * 1000))
        guard retryingInterrupts({ poll(&wait, 1, left) }) == 1 else { return nil }
        var piece = [UInt8](repeating: 0, count: 4096)
        let count = retryingInterrupts { Glibc.read(pipe, &piece, piece.count) }
        guard count >= 0 else { return nil }
        if count == 0 { return output }
        output += piece[..<count]
    }
    return nil
}
