/// Contiguous bytes that a reader cannot use yet. The memory is kept for the next picture unless it is large.
struct HeldBytes: ~Copyable {
    private var storage = UnsafeMutableRawBufferPointer.allocate(byteCount: HeldBytes.usual, alignment: 16)
    private(set) var count = 0

    /// Enough for nearly every header, and small because each transfer has a sink.
    private static let usual = 8 << 10

    deinit { storage.deallocate() }

    /// Valid until the bytes change.
    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: storage[..<count]) }

    mutating func append(_ piece: UnsafeRawBufferPointer) {
        if storage.count - count < piece.count { resize(to: max(2 * storage.count, count + piece.count)) }
        UnsafeMutableRawBufferPointer(rebasing: storage[count...]).copyMemory(from: piece)
        count += piece.count
    }

    mutating func removeFirst(_ used: Int) {
        precondition((0...count).contains(used), "only bytes that are held are removed")
        let rest = UnsafeRawBufferPointer(rebasing: storage[used..<count])
        storage.copyMemory(from: rest)
        count = rest.count
    }

    mutating func removeAll() {
        count = 0
        if storage.count > 8 * HeldBytes.usual { resize(to: HeldBytes.usual) }
    }

    private mutating func resize(to capacity: Int) {
        let moved = UnsafeMutableRawBufferPointer.allocate(byteCount: capacity, alignment: 16)
        moved.copyMemory(from: bytes)
        storage.deallocate()
        storage = moved
    }
}
