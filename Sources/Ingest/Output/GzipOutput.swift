import Base
import System

/// Compresses bytes while they are written, and passes them on.
final class GzipOutput {
    private var gzip = GzipWriter()
    private var packed = ByteBuffer()
    private let target: (UnsafeBufferPointer<UInt8>) throws(MachineFailure) -> Void

    init(into target: @escaping (UnsafeBufferPointer<UInt8>) throws(MachineFailure) -> Void) { self.target = target }

    func write(_ bytes: UnsafeBufferPointer<UInt8>) throws(MachineFailure) {
        gzip.write(bytes, to: &packed)
        try flush()
    }

    /// Nothing may be written afterwards.
    func end() throws(MachineFailure) {
        gzip.finish(to: &packed)
        try flush()
    }

    private func flush() throws(MachineFailure) {
        try packed.withBytes(target)
        packed.removeAll()
    }
}
