import Base
import Glibc

/// Standard error: the only way to it, which no text of others passes with a character that is not visible. A failure
/// to write there cannot be reported, but the exit status still tells scripts.
package struct MessageStream: Sendable {
    private let descriptor: Int32

    package init(descriptor: Int32) { self.descriptor = descriptor }

    /// Whether a line can be written again: on a terminal that knows more than the characters of its text.
    package var canRewriteLine: Bool {
        isatty(descriptor) == 1 && getenv("TERM").map { String(cString: $0) } != "dumb"
    }

    /// The number of columns of the terminal now; nil if it does not tell.
    private var columns: Int? {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }

    /// Writes a message to people, on a line of its own.
    package func tell(_ message: String) { write(message.visible + "\n") }

    /// Writes lines, each with its end.
    package func tell(lines: String) { write(lines.visibleLines) }

    package func tell(lines: borrowing ByteBuffer) {
        lines.withBytes { bytes in
            if bytes.arePlainLines {
                _ = writeAll(bytes, to: descriptor)
            } else {
                tell(lines: String(decoding: bytes, as: UTF8.self))
            }
        }
    }

    /// Writes a line of progress in place of the last one, on a terminal. A line that is too long is cut, since the terminal
    /// would continue it on a second line. The last column stays empty: some terminals would clear a character in it.
    package func tell(progress text: String) {
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
