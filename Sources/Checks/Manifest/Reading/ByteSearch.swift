/// Searches a text eight bytes at a time, since a manifest may have a hundred million bytes.
extension UnsafeBufferPointer<UInt8> {
    /// Whether the text contains this ASCII character.
    @inline(__always)
    func has(_ sign: Unicode.Scalar) -> Bool {
        let byte = UInt8(ascii: sign)
        return hasWord { word in
            let other = word ^ (ones &* UInt64(byte))
            return (other &- ones) & ~other & (ones &* 0x80)
        } orByte: { $0 == byte }
    }

    /// Whether the text contains a space or control character of ASCII.
    @inline(__always)
    func hasSpaceOrControl() -> Bool {
        hasWord { word in
            let deleted = word ^ (ones &* 0x7F)
            return ((word &- ones &* 0x21) & ~word | (deleted &- ones) & ~deleted) & (ones &* 0x80)
        } orByte: { $0 <= 0x20 || $0 == 0x7F }
    }

    @inline(__always)
    private func hasWord(_ found: (UInt64) -> UInt64, orByte isFound: (UInt8) -> Bool) -> Bool {
        let bytes = UnsafeRawBufferPointer(self)
        var place = 0
        while place &+ 8 <= count {
            if found(bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)) != 0 { return true }
            place &+= 8
        }
        while place < count {
            if isFound(self[place]) { return true }
            place &+= 1
        }
        return false
    }
}

private let ones: UInt64 = 0x0101_0101_0101_0101
