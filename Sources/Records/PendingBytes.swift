/// The bytes of a document that no record has used up yet, in one run, whatever pieces they came
/// in. Behind them is room for as many as a scan looks at once.
struct PendingBytes {
    private var count = 0
    private var storage: [UInt8] = []
    /// How many bytes have been used up.
    private var used = 0

    /// How much is taken over from a piece at once; so a piece of any length costs no memory.
    private static let slice = 1 << 16
    private static let margin = 16

    /// Adds a piece. `use` is given the pending bytes and those of them that are new, and answers how
    /// many it has used up.
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
            // Twice as much as is needed, so that a record that comes byte by byte is rarely moved.
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
