import Glibc

/// Bytes in memory whose number is not known before. The kernel moves the pages of a large block that grows, so no
/// byte is in memory twice. Pages that were not written take no memory.
struct GrowingBytes: ~Copyable {
    private var start: UnsafeMutableRawPointer?
    private var capacity = 0
    private let most: Int
    private(set) var count = 0

    private static let firstCapacity = 1 << 16

    /// `most` is the greatest number of bytes that a caller appends.
    init(atMost most: Int) { self.most = most }

    deinit { free(start) }

    /// Returns false if there is not enough memory.
    mutating func append(_ bytes: [UInt8]) -> Bool {
        let needed = count + bytes.count
        if needed > capacity {
            let larger = max(needed, min(most, max(capacity * 2, Self.firstCapacity)))
            guard let moved = realloc(start, larger) else { return false }
            (start, capacity) = (moved, larger)
        }
        bytes.withUnsafeBytes { bytes in
            if let source = bytes.baseAddress { start?.advanced(by: count).copyMemory(from: source, byteCount: bytes.count) }
        }
        count = needed
        return true
    }

    /// The bytes, which the caller frees.
    consuming func take() -> UnsafeRawBufferPointer {
        let bytes = UnsafeRawBufferPointer(start: start, count: count)
        discard self
        return bytes
    }
}
