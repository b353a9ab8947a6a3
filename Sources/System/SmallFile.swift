import Glibc

/// The content of a file of a few KB at most.
public func smallFile(_ path: [UInt8]) -> [UInt8]? {
    let file = withPath(path) { open($0, O_RDONLY | O_CLOEXEC) }
    guard file >= 0 else { return nil }
    defer { close(file) }
    var block = [UInt8](repeating: 0, count: 1 << 15)
    let count = block.withUnsafeMutableBytes { block in retryingInterrupts { read(file, block.baseAddress, block.count) } }
    return count >= 0 && count < block.count ? Array(block[..<count]) : nil
}
