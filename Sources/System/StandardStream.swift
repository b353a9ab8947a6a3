import Glibc
import WeirBase

/// Standard output. The stream has no buffer, so a caller with many lines joins them first.
package struct StandardStream: Sendable {
    private let descriptor: Int32
    /// The name of the stream in messages.
    private let name: String

    package static let output = StandardStream(descriptor: STDOUT_FILENO)
    package static let error = MessageStream(descriptor: STDERR_FILENO)

    package init(descriptor: Int32, name: String = "the output") {
        self.descriptor = descriptor
        self.name = name
    }

    /// Throws if nobody reads the stream any more.
    package func checkReader() throws(MachineFailure) { if hasLostReader(descriptor) { throw .closedPipe } }

    var isTerminal: Bool { isatty(descriptor) == 1 }

    package func write(_ bytes: UnsafeBufferPointer<UInt8>) throws(MachineFailure) {
        guard writeAll(bytes, to: descriptor) else { throw .unwritable(Array(name.utf8), errno) }
    }

    package func write(_ bytes: [UInt8]) throws(MachineFailure) {
        try bytes.withBytes { bytes throws(MachineFailure) in try write(bytes) }
    }

    package func write(_ text: String) throws(MachineFailure) { try write(Array(text.utf8)) }

    /// Writes the bytes that `gather` puts into a buffer.
    package func write(_ gather: (inout ByteBuffer) -> Void) throws(MachineFailure) {
        var buffer = ByteBuffer()
        gather(&buffer)
        try buffer.withBytes { bytes throws(MachineFailure) in try write(bytes) }
    }
}

/// Standard error: the only way to it, which no text of others passes with a character that is not visible. A failure
/// to write there cannot be reported, but the exit status still reaches scripts.
package struct MessageStream: Sendable {
    private let descriptor: Int32

    package init(descriptor: Int32) { self.descriptor = descriptor }

    /// Whether a line can be written again: on a terminal that knows more than the characters of its text.
    package var canRewriteLine: Bool {
        isatty(descriptor) == 1 && getenv("TERM").map { String(cString: $0) } != "dumb"
    }

    /// The number of columns of the terminal now; nil if it is not known.
    private var columns: Int? {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }

    /// Writes a message to people, on a line of its own.
    package func report(_ message: String) { write(message.visible + "\n") }

    /// Writes lines, each with its end.
    package func report(lines: String) { write(lines.visibleLines) }

    package func report(lines: borrowing ByteBuffer) {
        lines.withBytes { bytes in
            if bytes.arePlainLines {
                _ = writeAll(bytes, to: descriptor)
            } else {
                report(lines: String(decoding: bytes, as: UTF8.self))
            }
        }
    }

    /// Writes a line of progress in place of the last one, on a terminal. A line that is too long is cut, since the terminal
    /// would continue it on a second line. The last column stays empty: some terminals would clear a character in it.
    package func report(progress text: String) {
        let line = text.visible
        write("\r\(columns.map { String(line.prefix($0 - 1)) } ?? line)\(Self.clearingLine)")
    }

    /// Removes the line of progress, so that the next message starts a new line.
    package func endProgress() { write("\r\(Self.clearingLine)") }

    /// Clears the rest of the line, which is that of a longer old text (ECMA-48, 8.3.41).
    private static let clearingLine = "\u{1B}[K"

    private func write(_ text: String) {
        var text = text
        _ = text.withUTF8 { writeAll($0, to: descriptor) }
    }
}

/// Writes lines to a descriptor. A run that is asked to end while nobody reads its output leaves whole lines behind.
///
/// A pipe that takes bytes takes `PIPE_BUF` of them at once or none (pipe(7)). So lines are written in such blocks, and only
/// when the pipe takes bytes. A line that is longer is written whole once its beginning is.
package struct LineOutput: Sendable {
    private let descriptor: Int32
    private let signals: TerminationSignals

    private static let block = Int(PIPE_BUF)

    /// Standard output, whose waiting a signal ends.
    package static func standardOutput(until signals: TerminationSignals) -> LineOutput {
        LineOutput(descriptor: STDOUT_FILENO, until: signals)
    }

    package init(descriptor: Int32, until signals: TerminationSignals) {
        self.descriptor = descriptor
        self.signals = signals
    }

    /// Throws if nobody reads the lines any more.
    package func checkReader() throws(MachineFailure) { if hasLostReader(descriptor) { throw .closedPipe } }

    /// The bytes are whole lines.
    package func write(_ lines: UnsafeBufferPointer<UInt8>) throws(MachineFailure) {
        var rest = lines
        while !rest.isEmpty {
            let block = UnsafeBufferPointer(rebasing: rest[..<LineOutput.endOfBlock(rest)])
            try signals.waitForOutput(to: descriptor)
            guard writeAll(block, to: descriptor) else { throw .unwritable(Array("the output".utf8), errno) }
            rest = UnsafeBufferPointer(rebasing: rest[block.count...])
        }
    }

    /// The end of the lines that fit into a block, or of the first line.
    private static func endOfBlock(_ lines: UnsafeBufferPointer<UInt8>) -> Int {
        let lineFeed = UInt8(ascii: "\n")
        if lines.count <= block { return lines.count }
        if let last = lines[..<block].lastIndex(of: lineFeed) { return last + 1 }
        return lines[block...].firstIndex(of: lineFeed).map { $0 + 1 } ?? lines.count
    }
}

/// Whether the reader of a pipe or a socket has left, so that nothing more need be written. Nothing is written to find out.
package func hasLostReader(_ descriptor: Int32) -> Bool {
    var wait = pollfd(fd: descriptor, events: 0, revents: 0)
    guard poll(&wait, 1, 0) == 1, Int32(wait.revents) & POLLERR != 0 else { return false }
    var status = stat()
    return fstat(descriptor, &status) == 0 && [S_IFIFO, S_IFSOCK].contains(status.st_mode & S_IFMT)
}
