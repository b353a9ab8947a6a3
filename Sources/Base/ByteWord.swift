/// Eight bytes of a text that are compared at once. A result sets the high bit of each byte found. Only the
/// first find is exact: a borrow may set the bit of a later byte.
public struct ByteWord {
    @usableFromInline let bits: UInt64

    @inlinable static var ones: UInt64 { 0x0101_0101_0101_0101 }
    @inlinable static var highBits: UInt64 { 0x8080_8080_8080_8080 }

    /// Loads eight bytes. The first byte becomes the lowest.
    @inlinable
    @inline(__always)
    public init(at pointer: UnsafePointer<UInt8>) {
        bits = UInt64(littleEndian: UnsafeRawPointer(pointer).loadUnaligned(as: UInt64.self))
    }

    /// Loads the last bytes of a text of `total` bytes, fewer than eight. The other bytes of the word get a
    /// value that equals no ASCII character.
    @inline(__always)
    init(last count: Int, of total: Int, at pointer: UnsafePointer<UInt8>) {
        let used = UInt64(count &* 8)
        var bits: UInt64 = 0
        if total >= 8 {
            bits = ByteWord(at: pointer - (8 &- count)).bits &>> (64 &- used)
        } else if count >= 4 {
            let low = UnsafeRawPointer(pointer).loadUnaligned(as: UInt32.self).littleEndian
            let high = UnsafeRawPointer(pointer + (count &- 4)).loadUnaligned(as: UInt32.self).littleEndian
            bits = UInt64(low) | UInt64(high) &<< (used &- 32)
        } else {
            for index in 0..<count { bits |= UInt64(pointer[index]) &<< UInt64(index &* 8) }
        }
        self.bits = bits | Self.highBits &<< used
    }

    /// Marks the bytes below a bound, which is at most 128.
    @inlinable
    @inline(__always)
    public func below(_ bound: UInt8) -> UInt64 { (bits &- Self.ones &* UInt64(bound)) & ~bits & Self.highBits }

    /// Marks the bytes that equal an ASCII character.
    @inlinable
    @inline(__always)
    public func equal(_ sign: Unicode.Scalar) -> UInt64 {
        let difference = bits ^ Self.ones &* UInt64(UInt8(ascii: sign))
        return (difference &- Self.ones) & ~difference & Self.highBits
    }

    /// Marks the bytes that are not ASCII, all of them exactly.
    @inlinable
    public var nonASCII: UInt64 { bits & Self.highBits }

    /// How many bytes equal an ASCII character.
    @inlinable
    @inline(__always)
    public func count(of sign: Unicode.Scalar) -> Int {
        // The character becomes zero. Adding 0x7F sets the high bit of other bytes, without a carry.
        let difference = bits ^ Self.ones &* UInt64(UInt8(ascii: sign))
        return (~(((difference & ~Self.highBits) &+ ~Self.highBits) | difference) & Self.highBits).nonzeroBitCount
    }

    /// How many bytes begin a character of UTF-8. A byte that continues one begins with the bits 10.
    @inlinable
    public var characterCount: Int { 8 &- ((bits >> 7) & (~bits >> 6) & Self.ones).nonzeroBitCount }
}

extension ByteBuffer {
    /// Appends a text in which some bytes must be escaped. `found` marks these bytes, and `escape` writes
    /// them.
    @inline(__always)
    mutating func append(
        _ text: UnsafeBufferPointer<UInt8>, stoppingAt found: (ByteWord) -> UInt64,
        escape: (inout ByteBuffer, UInt8) -> Void
    ) {
        guard let start = text.baseAddress else { return }
        var clean = 0
        var index = 0
        while index < text.count {
            let left = text.count &- index
            let word = left >= 8 ? ByteWord(at: start + index) : ByteWord(last: left, of: text.count, at: start + index)
            let marks = found(word)
            guard marks != 0 else {
                index &+= 8
                continue
            }
            index &+= marks.trailingZeroBitCount / 8
            append(UnsafeBufferPointer(start: start + clean, count: index &- clean))
            escape(&self, start[index])
            index &+= 1
            clean = index
        }
        append(UnsafeBufferPointer(start: start + clean, count: text.count &- clean))
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether the text has one of two characters of ASCII.
    package func contains(_ one: Unicode.Scalar, or other: Unicode.Scalar) -> Bool { !hasNone { $0.equal(one) | $0.equal(other) } }

    /// Whether `found` marks no byte of the text.
    @inline(__always)
    func hasNone(_ found: (ByteWord) -> UInt64) -> Bool {
        guard let start = baseAddress else { return true }
        var index = 0
        while index < count {
            let left = count &- index
            let word = left >= 8 ? ByteWord(at: start + index) : ByteWord(last: left, of: count, at: start + index)
            let marks = found(word)
            if marks != 0, marks.trailingZeroBitCount / 8 < left { return false }
            index &+= 8
        }
        return true
    }
}
