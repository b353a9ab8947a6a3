import Glibc
import WeirBase

/// The output of a command: a file that appears when it is whole, or standard output.
package final class OutputFile {
    private let destination: Destination

    private enum Destination {
        case file(AtomicFile)
        case stream(StandardStream)
    }

    /// `-` and nil mean standard output. A file that cannot be written fails here.
    /// `isNamed` is false for a name that weir has chosen. With `keepsSame`, a file with the same bytes stays as it is.
    package init(_ path: [UInt8]?, isNamed: Bool = true, keepsSame: Bool = false) throws(MachineFailure) {
        destination =
            if let path, path != Array("-".utf8) {
                .file(try AtomicFile(replacing: path, isNamed: isNamed, keepsSame: keepsSame))
            } else {
                .stream(StandardStream(descriptor: STDOUT_FILENO, name: "standard output"))
            }
    }

    package init(_ file: AtomicFile) { destination = .file(file) }

    /// The file that will be replaced; nil for standard output.
    package var file: AtomicFile? { if case .file(let file) = destination { file } else { nil } }

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
        try file?.reserve(bytes)
    }

    package func write(_ text: String) throws(MachineFailure) {
        var buffer = ByteBuffer()
        buffer.append(text)
        try write(buffer)
    }

    /// Whether the complete file has its name. Standard output never has.
    package var isInPlace: Bool { file?.isInPlace ?? false }

    /// Completes a file, so that `commit` needs no room on the disk.
    package func prepare() throws(MachineFailure) { try file?.prepare() }

    /// Moves the file to its target; bytes for standard output are already written.
    package func commit() throws(MachineFailure) {
        try file?.commit()
    }
}
