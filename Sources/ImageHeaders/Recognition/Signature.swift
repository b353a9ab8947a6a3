/// How content tells its format: bytes that stand at fixed places, compared eight at a time.
struct Signature {
    private let offset: Int
    private let length: Int
    private let mask: UInt64
    private let value: UInt64

    enum Match { case yes, no, maybe }

    /// `?` in the pattern stands for any byte.
    init(_ pattern: StaticString, at offset: Int = 0) {
        let bytes = UnsafeBufferPointer(start: pattern.utf8Start, count: pattern.utf8CodeUnitCount)
        self.init(bytes.map { $0 == UInt8(ascii: "?") ? nil : $0 }, at: offset)
    }

    /// nil stands for any byte.
    init(_ bytes: [UInt8?], at offset: Int = 0) {
        precondition(bytes.count <= 8)
        var mask: UInt64 = 0
        var value: UInt64 = 0
        for (index, byte) in bytes.enumerated() {
            guard let byte else { continue }
            mask |= 0xFF << UInt64(8 * index)
            value |= UInt64(byte) << UInt64(8 * index)
        }
        self.offset = offset
        self.length = bytes.count
        self.mask = mask
        self.value = value
    }

    /// `maybe`: the bytes end before the signature does, and agree with it so far.
    func match(_ bytes: UnsafeRawBufferPointer) -> Match {
        let available = bytes.count - offset
        if available >= 8 {
            let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            return word & mask == value ? .yes : .no
        }
        var word: UInt64 = 0
        for index in 0..<max(0, min(available, length)) {
            word |= UInt64(bytes[offset + index]) << UInt64(8 * index)
        }
        guard available < length else { return word & mask == value ? .yes : .no }
        let seen: UInt64 = available <= 0 ? 0 : (1 << UInt64(8 * available)) - 1
        return word & mask & seen == value & seen ? .maybe : .no
    }
}
