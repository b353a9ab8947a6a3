/// The bytes of a catalogue that no row has used up yet, in one stretch, whatever pieces they
/// came in. In front of them is room for one byte, and behind them for as many as simdjson wants.
struct PendingBytes {
    private var count = 0
    private var storage: [UInt8] = []
    /// Behind what ended the reading nothing is read.
    private var failure: CatalogueFailure?

    /// How much is taken over from a piece at once; so a piece of any length costs no memory.
    private static let slice = 1 << 16
    private static let front = 1
    private static let back = 64 + 1

    /// Adds a piece. `use` is told where the pending bytes are, how many there are and whether
    /// they are the last, and answers how many it has used up.
    mutating func take(
        _ bytes: UnsafeRawBufferPointer, isEnd: Bool,
        use: (UnsafeMutablePointer<UInt8>, Int, Bool) throws(CatalogueFailure) -> Int
    ) throws(CatalogueFailure) {
        if let failure { throw failure }
        do throws(CatalogueFailure) {
            try takeSlices(of: bytes, isEnd: isEnd, use)
        } catch {
            failure = error
            throw error
        }
    }

    private mutating func takeSlices(
        of bytes: UnsafeRawBufferPointer, isEnd: Bool,
        _ use: (UnsafeMutablePointer<UInt8>, Int, Bool) throws(CatalogueFailure) -> Int
    ) throws(CatalogueFailure) {
        var rest = bytes
        repeat {
            let slice = UnsafeRawBufferPointer(rebasing: rest.prefix(PendingBytes.slice))
            rest = UnsafeRawBufferPointer(rebasing: rest[slice.count...])
            append(slice)
            let (count, isLast) = (count, isEnd && rest.isEmpty)
            let used = try storage.withUnsafeMutableBufferPointer { storage throws(CatalogueFailure) in
                guard let start = storage.baseAddress else { preconditionFailure("there are the margins at least") }
                return try use(start + PendingBytes.front, count, isLast)
            }
            removeFirst(used)
        } while !rest.isEmpty
    }

    private mutating func append(_ bytes: UnsafeRawBufferPointer) {
        let end = PendingBytes.front + count
        let needed = end + bytes.count + PendingBytes.back
        if storage.count < needed {
            // Twice as much as is needed, so that a row that comes byte by byte is rarely moved.
            storage.append(contentsOf: repeatElement(0, count: 2 * needed - storage.count))
        }
        storage.withUnsafeMutableBytes { storage in
            UnsafeMutableRawBufferPointer(rebasing: storage[end...]).copyMemory(from: bytes)
        }
        count += bytes.count
    }

    private mutating func removeFirst(_ used: Int) {
        guard used > 0 else { return }
        count -= used
        let rest = count
        storage.withUnsafeMutableBytes { storage in
            let source = UnsafeRawBufferPointer(rebasing: storage[(PendingBytes.front + used)...].prefix(rest))
            UnsafeMutableRawBufferPointer(rebasing: storage[PendingBytes.front...]).copyMemory(from: source)
        }
    }
}

/// How many bytes of a byte order mark (RFC 3629, 6) the text begins with; nil while that is open.
func byteOrderMark(_ text: UnsafePointer<UInt8>, _ count: Int, isEnd: Bool) -> Int? {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    for (index, byte) in mark.enumerated() {
        guard index < count else { return isEnd ? 0 : nil }
        guard text[index] == byte else { return 0 }
    }
    return mark.count
}
