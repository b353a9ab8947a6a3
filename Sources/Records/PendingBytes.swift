/// The bytes of a document that no record has used yet, joined from all pieces. After them is room for the
/// bytes that a scan reads ahead.
struct PendingBytes {
    private var count = 0
    private var storage: [UInt8] = []
    /// The number of bytes that were used.
    private var used = 0

    /// The number of bytes that are copied from a piece at once. So a long piece needs no more memory than
    /// a short one.
    private static let slice = 1 << 16
    private static let margin = 16

    /// Adds a piece. `use` gets all pending bytes and the new ones among them, and returns the number of
    /// bytes that it used.
    mutating func take(
        _ bytes: UnsafeRawBufferPointer, isEnd: Bool,
        use: (RecordWindow, UnsafeBufferPointer<UInt8>) throws(RecordFailure) -> Int
    ) throws(RecordFailure) {
        var rest = bytes
        repeat {
            let slice = UnsafeRawBufferPointer(rebasing: rest.prefix(PendingBytes.slice))
            rest = UnsafeRawBufferPointer(rebasing: rest[slice.count...])
            append(slice)
            let (count, base, isLast) = (count, used, isEnd && rest.isEmpty)
            let taken = try storage.withUnsafeBufferPointer { storage throws(RecordFailure) in
                let text = UnsafeBufferPointer(rebasing: storage[..<count])
                let window = RecordWindow(text: text, base: base, isEnd: isLast)
                return try use(window, UnsafeBufferPointer(rebasing: text[(count - slice.count)...]))
            }
            removeFirst(taken)
        } while !rest.isEmpty
    }

    private mutating func append(_ bytes: UnsafeRawBufferPointer) {
        let needed = count + bytes.count + PendingBytes.margin
        if storage.count < needed {
            // Doubling the room makes copies rare, even if a record arrives byte by byte.
            storage.append(contentsOf: repeatElement(0, count: 2 * needed - storage.count))
        }
        storage.withUnsafeMutableBytes { storage in
            UnsafeMutableRawBufferPointer(rebasing: storage[count...]).copyMemory(from: bytes)
        }
        count += bytes.count
    }

    private mutating func removeFirst(_ taken: Int) {
        guard taken > 0 else { return }
        count -= taken
        used += taken
        let rest = count
        storage.withUnsafeMutableBytes { storage in
            let source = UnsafeRawBufferPointer(rebasing: storage[taken...].prefix(rest))
            storage.copyMemory(from: source)
        }
    }
}
