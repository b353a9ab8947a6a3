import CWeirLinux
import Glibc
import WeirBase

/// The standard output of a shell's command that ends within so many seconds. The command has no standard input and no terminal,
/// and its messages are written to standard error. `isWanted` is asked several times a second. A command that does not end in
/// time, or is no longer wanted, is killed with all processes of its group. A fault is the predicate of a sentence about the command.
package func commandOutput(
    _ command: String, within seconds: Double, atMost most: Int = 1 << 16, while isWanted: () -> Bool = { true }
) throws(Objection) -> [UInt8] {
    var ends: (output: Int32, messages: Int32) = (-1, -1)
    let process = CLinux_start_command(command, &ends.output, &ends.messages)
    guard process > 0 else { throw Objection("cannot be started: \(errorText(errno))") }
    var output = CommandPipe(ends.output, atMost: most)
    var messages = CommandPipe(ends.messages, atMost: most)
    let end = monotonicSeconds() + seconds
    var status: Int32 = 0
    while waitpid(process, &status, WNOHANG) == 0 {
        let isLate = monotonicSeconds() >= end
        if isLate || output.isTooLong || !isWanted() {
            kill(-process, SIGKILL)
            _ = retryingInterrupts { waitpid(process, &status, 0) }
            throw Objection(
                isLate || output.isTooLong
                    ? "does not end within \(Int(seconds)) seconds, or prints too much" : "was ended with the run")
        }
        var waits = [
            pollfd(fd: output.end, events: Int16(POLLIN), revents: 0), pollfd(fd: messages.end, events: Int16(POLLIN), revents: 0),
        ]
        // Between the end of its output and that of the process is little time.
        poll(&waits, 2, output.hasEnded && messages.hasEnded ? 5 : 50)
        output.read()
        messages.read()
        messages.passOnLines()
    }
    // A process that the command has left behind may keep the pipes open, so nothing is waited for here.
    output.read()
    messages.read()
    messages.passOn()
    guard status == 0 else { throw Objection("has failed") }
    guard !output.isTooLong else { throw Objection("prints too much") }
    return output.bytes
}

/// The text that a command writes to one of its streams.
private struct CommandPipe: ~Copyable {
    /// The end to read from; -1 behind the last byte.
    private(set) var end: Int32
    private(set) var bytes: [UInt8] = []
    private let most: Int
    /// The number of bytes that were passed on.
    private var passedCount = 0

    init(_ end: Int32, atMost most: Int) {
        (self.end, self.most) = (end, most)
        _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }

    deinit { if end >= 0 { close(end) } }

    var hasEnded: Bool { end < 0 }

    var isTooLong: Bool { bytes.count > most }

    /// Takes all bytes that have come. Those beyond the limit are dropped.
    mutating func read() {
        var piece = [UInt8](repeating: 0, count: 4096)
        // A stream without an end must not hold the caller.
        for _ in 0..<16 where !hasEnded {
            let count = retryingInterrupts { Glibc.read(end, &piece, piece.count) }
            if count < 0, errno == EAGAIN { return }
            guard count > 0 else {
                close(end)
                end = -1
                return
            }
            if !isTooLong { bytes += piece[..<count] }
        }
    }

    /// Writes the lines that are complete to standard error.
    mutating func passOnLines() {
        if let last = bytes.lastIndex(of: UInt8(ascii: "\n")) { passOn(to: last + 1) }
    }

    /// Writes all bytes to standard error, as lines.
    mutating func passOn() {
        passOnLines()
        guard passedCount < bytes.count else { return }
        bytes.append(UInt8(ascii: "\n"))
        passOn(to: bytes.count)
    }

    private mutating func passOn(to index: Int) {
        guard index > passedCount else { return }
        StandardStream.error.report(lines: String(decoding: bytes[passedCount..<index], as: UTF8.self))
        passedCount = index
    }
}
