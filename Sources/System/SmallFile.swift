import Glibc

/// The content of a file that has no more than so many bytes; nil of any other, and where it cannot be read.
public func smallFile(_ path: [UInt8], atMost most: Int = 1 << 15) -> [UInt8]? {
    // A pipe is not to be waited for.
    let file = withPath(path) { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
    guard file >= 0 else { return nil }
    defer { close(file) }
    var count = 0
    let content = [UInt8](unsafeUninitializedCapacity: most + 1) { buffer, filled in
        count = retryingInterrupts { read(file, buffer.baseAddress, buffer.count) }
        filled = max(0, count)
    }
    return count >= 0 && count <= most ? content : nil
}
