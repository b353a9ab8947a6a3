import CWeirLinux
import Glibc

// System: the kernel's calls for reading, writing, waiting and threads, used by all rooms.

/// A system call that a signal interrupts is made again, since this is no failure.
@inlinable @inline(__always)
package func retryingInterrupts<Result: SignedInteger>(_ call: () -> Result) -> Result {
    while true {
        let result = call()
        if result != -1 || errno != EINTR { return result }
    }
}

/// Reads some bytes. A parent may have left a pipe non-blocking; an empty pipe is then no error.
package func readOrWait(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    while true {
        let count = retryingInterrupts { read(descriptor, buffer.baseAddress, buffer.count) }
        if count >= 0 || errno != EAGAIN { return count }
        var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        poll(&wait, 1, -1)
    }
}

/// Writes all bytes; false, with errno, if that fails. A parent may have left a pipe non-blocking; a full pipe is
/// then no error.
package func writeAll(_ bytes: UnsafeBufferPointer<UInt8>, to file: Int32) -> Bool {
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

/// A lock on the first byte of an open file, apart from that of flock(2) on the whole file. The kernel gives it up when the file is
/// closed, even after a crash.
package enum FirstByteLock {
    package static func take(_ file: Int32) { _ = CLinux_lock_first_byte(file) }
    package static func giveUp(_ file: Int32) { _ = CLinux_unlock_first_byte(file) }
    /// Whether the file is locked so where it has been opened elsewhere.
    package static func isTaken(_ file: Int32) -> Bool { CLinux_is_first_byte_locked(file) != 0 }
}
