import Base
import Glibc

/// The output of a command: a file that appears when it is whole, or standard output.
package final class OutputFile {
    private let destination: Destination

    private enum Destination {
        case file(AtomicFile)
        case stream(StandardStream)
    }

    /// `-` and nil mean standard output. A file that cannot be written fails here.
    /// `isNamed` is false for a name that weir has chosen.
    package init(_ path: [UInt8]?, isNamed: Bool = true) throws(MachineFailure) {
        destination = if let path, path != Array("-".utf8) {
            .file(try AtomicFile(replacing: path, isNamed: isNamed))
        } else {
            .stream(StandardStream(descriptor: STDOUT_FILENO, name: "standard output"))
        }
    }

    /// Whether people see the bytes as they are.
    package var isTerminal: Bool { if case .stream(let stream) = destination { stream.isTerminal } else { false } }

    package func write(_ bytes: UnsafeBufferPointer<UInt8>) throws(MachineFailure) {
        switch destination {
        case .file(let file): try file.write(bytes)
        case .stream(let stream): try stream.write(bytes)
        }
    }

    package func write(_ buffer: borrowing ByteBuffer) throws(MachineFailure) {
        try buffer.withBytes { bytes throws(MachineFailure) in try write(bytes) }
    }

    /// Takes room for so many bytes, if the output is a file.
    package func reserve(_ bytes: Int64) throws(MachineFailure) {
        if case .file(let file) = destination { try file.reserve(bytes) }
    }

    package func write(_ text: String) throws(MachineFailure) {
        var buffer = ByteBuffer()
        buffer.append(text)
        try write(buffer)
    }

    /// Whether the complete file has its name. Standard output never has.
    package var isInPlace: Bool { if case .file(let file) = destination { file.isInPlace } else { false } }

    /// Completes a file, so that `commit` needs no room on the disk.
    package func prepare() throws(MachineFailure) {
        if case .file(let file) = destination { try file.prepare() }
    }

    /// Moves the file to its target; bytes for standard output are already written.
    package func commit() throws(MachineFailure) {
        if case .file(let file) = destination { try file.commit() }
    }
}
