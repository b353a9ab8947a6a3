import Pixels
import Base
import Glibc
import System

/// The bytes of an open file.
struct FileBytes: PictureBytes {
    let count: UInt64
    private let file: Int32

    init(_ file: Int32) throws(Failure) {
        var status = stat()
        guard fstat(file, &status) == 0 else { throw Failure(errno: errno) }
        self.file = file
        count = UInt64(max(0, status.st_size))
    }

    func read(at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer) throws(Failure) -> Int {
        var filled = 0
        while filled < buffer.count, let place = off_t(exactly: offset + UInt64(filled)) {
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
            let count = retryingInterrupts { pread(file, rest.baseAddress, rest.count, place) }
            guard count >= 0 else { throw Failure(errno: errno) }
            if count == 0 { break }
            filled += count
        }
        return filled
    }
}
