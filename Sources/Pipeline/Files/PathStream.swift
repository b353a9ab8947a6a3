import Glibc
import System

/// Paths that are read from a file or a pipe, one a line or one before each NUL.
///
/// A batch is handed on as soon as a read has brought whole paths, so that a slow pipe's
/// results appear as its paths do.
public struct PathStream: PathSource {
    private let descriptor: Int32
    /// The file that this has opened itself, and what the list is called in messages.
    private let file: OpenFile?
    private let name: String
    private let separator: UInt8
    private var block = [UInt8](repeating: 0, count: 1 << 16)
    /// What was read and not yet handed on; `consumed` bytes of it were.
    private var pending: [UInt8] = []
    private var consumed = 0
    private var isAtEnd = false

    /// Reads a list that comes from a descriptor of somebody else's.
    public init(descriptor: Int32, name: String = "standard input", isNULSeparated: Bool) {
        self.init(descriptor, nil, name, isNULSeparated: isNULSeparated)
    }

    private init(_ descriptor: Int32, _ file: OpenFile?, _ name: String, isNULSeparated: Bool) {
        self.descriptor = descriptor
        self.file = file
        self.name = name
        separator = isNULSeparated ? 0 : UInt8(ascii: "\n")
    }

    /// Reads a list that lies in a file.
    public init(file path: [UInt8], isNULSeparated: Bool) throws(MachineFailure) {
        let descriptor = withPath(path) { path in
            retryingInterrupts { open(path, O_RDONLY | O_CLOEXEC) }
        }
        guard descriptor >= 0 else { throw .input("\(shown(path)): \(errorText(errno))") }
        self.init(descriptor, OpenFile(descriptor: descriptor), shown(path), isNULSeparated: isNULSeparated)
    }

    public mutating func next() throws(MachineFailure) -> PathBatch? {
        while true {
            let batch = takePaths()
            if batch.count > 0 { return batch }
            if isAtEnd { return nil }
            try readMore()
        }
    }

    private mutating func takePaths() -> PathBatch {
        var batch = PathBatch()
        pending.withUnsafeBytes { bytes in
            while !batch.isFull, consumed < bytes.count, let start = bytes.baseAddress.map({ $0 + consumed }) {
                guard let end = memchr(start, Int32(separator), bytes.count - consumed) else { break }
                append(UnsafeRawBufferPointer(start: start, count: UnsafeRawPointer(end) - start), to: &batch)
                consumed += UnsafeRawPointer(end) - start + 1
            }
        }
        // The last path needs no separator behind it.
        if isAtEnd, !batch.isFull, consumed < pending.count {
            pending.withUnsafeBytes { append(UnsafeRawBufferPointer(rebasing: $0[consumed...]), to: &batch) }
            consumed = pending.count
        }
        return batch
    }

    /// Empty lines name nothing.
    private func append(_ path: UnsafeRawBufferPointer, to batch: inout PathBatch) {
        if !path.isEmpty { batch.append(path) }
    }

    private mutating func readMore() throws(MachineFailure) {
        pending.removeFirst(consumed)
        consumed = 0
        guard pending.count < PathStream.longestPath else {
            throw MachineFailure.input("\(name): a path of more than \(PathStream.longestPath) bytes")
        }
        let count = block.withUnsafeMutableBytes { readOrWait(descriptor, $0) }
        guard count >= 0 else { throw MachineFailure.input("\(name): \(errorText(errno))") }
        pending.append(contentsOf: block[..<count])
        isAtEnd = count == 0
    }

    /// The kernel takes 4096 bytes; a list with a longer line is no list of paths.
    private static let longestPath = 1 << 20
}

/// A file that is closed when nobody reads it any more.
private final class OpenFile: Sendable {
    private let descriptor: Int32

    init(descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }
}
