import Base
import Glibc
import ImageHeaders
import System

/// Reads the headers of files: open, one read of a first block, one more for each jump, close.
public struct FileProbe: ~Copyable {
    private var reader: ImageHeaderReader
    private var buffer: UnsafeMutableRawBufferPointer

    public init(limits: HeaderLimits) {
        reader = ImageHeaderReader(limits: limits)
        buffer = .allocate(byteCount: ImageHeaderReader.firstBlock, alignment: 16)
    }

    deinit { buffer.deallocate() }

    /// A NUL stands behind the path, as in a `PathBatch`.
    public mutating func header(of path: UnsafeBufferPointer<UInt8>) -> Result<ImageHeader, Failure> {
        guard let start = path.baseAddress, memchr(start, 0, path.count) == nil else {
            return .failure(Failure(.notFound, "the name holds a NUL byte; --null reads names that end with one"))
        }
        // Without O_NONBLOCK the open of a pipe waits for a writer.
        let file = start.withMemoryRebound(to: CChar.self, capacity: path.count + 1) { path in
            retryingInterrupts { open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK) }
        }
        guard file >= 0 else { return .failure(Failure(errno: errno)) }
        defer { close(file) }
        return header(ofFile: file)
    }

    /// After a jump, the rest of the header is near.
    private static let blockAfterJump = 1024

    /// Reads an open file, which stays open.
    mutating func header(ofFile file: Int32) -> Result<ImageHeader, Failure> {
        reader.begin()
        var request = ByteRequest(offset: 0, count: ImageHeaderReader.firstBlock)
        while true {
            let wanted = max(request.count, FileProbe.blockAfterJump)
            if wanted > buffer.count, let failure = makeRoom(for: request, in: file) { return .failure(failure) }
            guard let offset = off_t(exactly: request.offset) else { return .failure(Failure(.truncated)) }
            let count = retryingInterrupts { pread(file, buffer.baseAddress, wanted, offset) }
            guard count >= 0 else { return .failure(Failure(errno: errno)) }
            let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
            switch reader.read(bytes, at: request.offset, isEnd: count < wanted) {
            case .found(let header): return .success(header)
            case .needs(let next): request = next
            case .failed(let failure): return .failure(FileProbe.judge(failure, of: file))
            }
        }
    }

    /// Grows the buffer, but never for bytes that the file does not have.
    private mutating func makeRoom(for request: ByteRequest, in file: Int32) -> Failure? {
        var status = stat()
        guard fstat(file, &status) == 0 else { return Failure(errno: errno) }
        let (end, overflow) = request.offset.addingReportingOverflow(UInt64(request.count))
        guard !overflow, status.st_size >= 0, end <= UInt64(status.st_size) else {
            return FileProbe.truncated(at: status.st_size)
        }
        buffer.deallocate()
        buffer = .allocate(byteCount: request.count, alignment: 16)
        return nil
    }

    /// The failure as it is told once the file is known: a device has no pictures, and a reader that jumped
    /// beyond the end does not know where that was.
    private static func judge(_ failure: Failure, of file: Int32) -> Failure {
        var status = stat()
        guard fstat(file, &status) == 0 else { return failure }
        if status.st_mode & S_IFMT != S_IFREG { return Failure(.unreadable, "it is a device, not a file") }
        return failure.code == .truncated ? truncated(at: status.st_size) : failure
    }

    private static func truncated(at size: off_t) -> Failure {
        Failure(.truncated, "the bytes end at \(size), before the size is told")
    }
}
