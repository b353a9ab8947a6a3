import CLinux
import Glibc

// System: what the kernel gives, for all rooms that read, write, wait or run at once.

/// A signal that arrives during a system call is no failure: the call is made again.
@inlinable @inline(__always)
public func retryingInterrupts<Result: SignedInteger>(_ call: () -> Result) -> Result {
    while true {
        let result = call()
        if result != -1 || errno != EINTR { return result }
    }
}

/// Reads some bytes. A parent may have left a pipe non-blocking: it is empty then, not broken.
public func readOrWait(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    while true {
        let count = retryingInterrupts { read(descriptor, buffer.baseAddress, buffer.count) }
        if count >= 0 || errno != EAGAIN { return count }
        var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        poll(&wait, 1, -1)
    }
}

/// Writes all bytes, or says in errno why not. A parent may have left a pipe non-blocking: it is
/// full then, not broken.
public func writeAll(_ bytes: UnsafeBufferPointer<UInt8>, to file: Int32) -> Bool {
    var rest = UnsafeRawBufferPointer(bytes)
    while !rest.isEmpty {
        let count = retryingInterrupts { write(file, rest.baseAddress, rest.count) }
        if count >= 0 {
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        } else if errno == EAGAIN {
            var wait = pollfd(fd: file, events: Int16(POLLOUT), revents: 0)
            poll(&wait, 1, -1)
        } else {
            return false
        }
    }
    return true
}

/// Brings all that was written to the file system of an open file to the disk.
public func syncFileSystem(of file: Int32) -> Bool { CLinux_sync_file_system(file) == 0 }
