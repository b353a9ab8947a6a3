import Base
import Glibc
import ImageHeaders
import System

/// Reads the headers of files. A file costs an open, a read of its first block, a read for each jump, and a close.
package struct FileProbe: ~Copyable {
    var reader: ImageHeaderReader
    private var buffer: UnsafeMutableRawBufferPointer

    package init(limits: HeaderLimits) {
        reader = ImageHeaderReader(limits: limits)
        buffer = .allocate(byteCount: ImageHeaderReader.firstBlock, alignment: 16)
    }

    deinit { buffer.deallocate() }

    /// The path must be followed by a NUL byte, as in a `PathBatch`.
    package mutating func header(of path: UnsafeBufferPointer<UInt8>) -> Result<ImageHeader, Failure> {
        switch FileProbe.openFile(path) {
        case .failure(let failure): return .failure(failure)
        case .success(let file):
            defer { close(file) }
            return header(ofFile: file)
        }
    }

    /// Opens the file of a path that is followed by a NUL byte.
    static func openFile(_ path: UnsafeBufferPointer<UInt8>) -> Result<Int32, Failure> {
        guard let start = path.baseAddress, memchr(start, 0, path.count) == nil else {
            return .failure(Failure(.notFound, "the name holds a NUL byte; do the names end with NUL bytes, and not with line feeds?"))
        }
        // Without O_NONBLOCK the open of a pipe waits for a writer.
        let file = start.withMemoryRebound(to: CChar.self, capacity: path.count + 1) { path in
            retryingInterrupts { open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK) }
        }
        return file >= 0 ? .success(file) : .failure(Failure(errno: errno))
    }

    /// The size of a read after a jump. The rest of the header is near there.
    private static let blockAfterJump = 1024

    /// Reads the header of an open file. The file stays open.
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

    /// Grows the buffer. Fails if the file is too short for the request, so that no memory is taken for missing
    /// bytes.
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

    /// Corrects a failure by the kind and the length of the file. A device has no pictures. A truncated file is
    /// reported with its length, which the reader does not know.
    private static func judge(_ failure: Failure, of file: Int32) -> Failure {
        var status = stat()
        guard fstat(file, &status) == 0 else { return failure }
        if status.st_mode & S_IFMT != S_IFREG { return Failure(.unreadable, "it is a device, not a file") }
        return failure.code == .truncated ? truncated(at: status.st_size) : failure
    }

    static func truncated(at size: off_t) -> Failure {
        Failure(.truncated, "the bytes end at \(size), before the size")
    }
}
