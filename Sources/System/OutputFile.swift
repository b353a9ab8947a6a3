import Base
import Glibc

/// What a command writes at length: a file that appears when it is whole, or standard output.
public final class OutputFile {
    private let file: AtomicFile?

    /// `-` and no path at all are standard output.
    public init(_ path: [UInt8]?) throws(MachineFailure) {
        file = if let path, path != Array("-".utf8) { try AtomicFile(replacing: path) } else { nil }
    }

    public func write(_ buffer: borrowing ByteBuffer) throws(MachineFailure) {
        try buffer.withBytes { bytes throws(MachineFailure) in
            if let file { try file.write(bytes) } else { try writeToStandardOutput(bytes) }
        }
    }

    public func write(_ text: String) throws(MachineFailure) {
        var buffer = ByteBuffer()
        buffer.append(text)
        try write(buffer)
    }

    public func commit() throws(MachineFailure) { try file?.commit() }
}

/// Writes bytes that belong to a result, as a file would take them.
public func writeToStandardOutput(_ bytes: UnsafeBufferPointer<UInt8>) throws(MachineFailure) {
    guard writeAll(bytes, to: STDOUT_FILENO) else { throw .unwritable(Array("standard output".utf8), errno) }
}
