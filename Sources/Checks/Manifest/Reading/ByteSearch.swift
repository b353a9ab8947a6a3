/// Searches a text eight bytes at a time, since a manifest may have a hundred million bytes.
extension UnsafeBufferPointer<UInt8> {
    /// Whether the text contains this ASCII character.
    @inline(__always)
    func has(_ sign: Unicode.Scalar) -> Bool {
        let byte = UInt8(ascii: sign)
        return hasWord(from: 0) { zeros(in: $0 ^ ones &* UInt64(byte)) } orByte: { $0 == byte }
    }

    /// Whether a byte from `start` on is found. `found` sets the high bit of a byte, and may also be asked about bytes
    /// before `start`, which are known to have none.
    @inline(__always)
    func hasWord(from start: Int, _ found: (UInt64) -> UInt64, orByte isFound: (UInt8) -> Bool) -> Bool {
        let size = 8
        guard count >= size else {
            var place = start
            while place < count {
                if isFound(self[place]) { return true }
                place &+= 1
            }
            return false
        }
        let bytes = UnsafeRawBufferPointer(self)
        // No early exit: it costs more than it saves in texts as short as these.
        var all: UInt64 = 0
        var place = start
        while place < count {
            // The last word ends where the text does.
            all |= found(bytes.loadUnaligned(fromByteOffset: Swift.min(place, count &- size), as: UInt64.self))
            place &+= size
        }
        return all & highBits != 0
    }

    /// Whether the text begins with these bytes.
    @inline(__always)
    func hasStart(_ start: [UInt8]) -> Bool {
        guard count >= start.count else { return false }
        return start.withUnsafeBytes { start in
            let bytes = UnsafeRawBufferPointer(self)
            let size = 8
            guard start.count >= size else { return bytes.prefix(start.count).elementsEqual(start) }
            var place = 0
            while place < start.count {
                // The last word ends where the start does.
                let word = Swift.min(place, start.count &- size)
                guard bytes.loadUnaligned(fromByteOffset: word, as: UInt64.self) == start.loadUnaligned(fromByteOffset: word, as: UInt64.self)
                else { return false }
                place &+= size
            }
            return true
        }
    }
}

let ones: UInt64 = 0x0101_0101_0101_0101
private let highBits: UInt64 = 0x8080_8080_8080_8080

/// Sets the high bit of each byte that is zero, and perhaps of others if there is one.
@inline(__always)
func zeros(in word: UInt64) -> UInt64 { (word &- ones) & ~word }
