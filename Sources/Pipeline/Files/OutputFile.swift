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

    /// Makes a folder for outputs, if there is none yet.
    public static func makeFolder(_ path: [UInt8]) throws(MachineFailure) {
        guard withCString(path, { mkdir($0, 0o777) }) != 0, errno != EEXIST else { return }
        throw writeFailure(path, errno)
    }
}
