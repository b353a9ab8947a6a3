import Glibc

/// The content of a file of at most `most` bytes; nil for a larger file, or one that cannot be read.
package func smallFile(_ path: [UInt8], atMost most: Int = 1 << 15) -> [UInt8]? {
    // O_NONBLOCK: the open of a pipe must not wait.
    smallContent(of: withPath(path) { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }, atMost: most)
}

extension OutputFolder {
    /// The same for a file in this folder that is no link.
    package func smallFile(_ name: [UInt8], atMost most: Int = 1 << 15) -> [UInt8]? {
        smallContent(of: open(name, O_RDONLY | O_NONBLOCK), atMost: most)
    }
}

/// Closes the file.
private func smallContent(of file: Int32, atMost most: Int) -> [UInt8]? {
    guard file >= 0 else { return nil }
    defer { close(file) }
    var count = 0
    let content = [UInt8](unsafeUninitializedCapacity: most + 1) { buffer, filled in
        count = retryingInterrupts { read(file, buffer.baseAddress, buffer.count) }
        filled = max(0, count)
    }
    return count >= 0 && count <= most ? content : nil
}
