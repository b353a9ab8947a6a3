import Glibc

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
