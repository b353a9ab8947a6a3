import Glibc

extension OutputFolder {
    /// Copies a file that is no link into another folder, with its permissions; false, with errno, if that fails. Part of
    /// a copy is removed.
    package func copy(_ name: [UInt8], into other: OutputFolder, as newName: [UInt8]) -> Bool {
        let source = open(name, O_RDONLY | O_NONBLOCK)
        guard source >= 0 else { return false }
        defer { close(source) }
        let target = other.createFile(newName)
        guard target >= 0 else { return false }
        var status = stat()
        if fstat(source, &status) == 0 { System.keepOwnerAndMode(of: status, for: target) }
        var isCopied = copyContent(of: source, to: target)
        var code = errno
        // A full disk may be reported only by close(2).
        if close(target) != 0, isCopied { (isCopied, code) = (false, errno) }
        if !isCopied { other.removeFile(newName) }
        errno = code
        return isCopied
    }
}

/// Copies the rest of an open file; false, with errno, if that fails.
private func copyContent(of source: Int32, to target: Int32) -> Bool {
    withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 1) { block in
        while true {
            let count = readOrWait(source, block)
            guard count > 0 else { return count == 0 }
            let piece = UnsafeRawBufferPointer(rebasing: block[..<count]).assumingMemoryBound(to: UInt8.self)
            guard writeAll(piece, to: target) else { return false }
        }
    }
}
