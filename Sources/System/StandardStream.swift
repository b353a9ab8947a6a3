import Base
import Glibc

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
        try bytes.withUnsafeBufferPointer { bytes throws(MachineFailure) in try write(bytes) }
    }

    package func write(_ text: String) throws(MachineFailure) { try write(Array(text.utf8)) }

    /// Writes the bytes that `gather` puts into a buffer.
    package func write(_ gather: (inout ByteBuffer) -> Void) throws(MachineFailure) {
        var buffer = ByteBuffer()
        gather(&buffer)
        try buffer.withBytes { bytes throws(MachineFailure) in try write(bytes) }
    }
}
