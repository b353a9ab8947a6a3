/// A part of a file that is in memory, addressed by offsets in the file. An access outside of it throws
/// a request for the missing bytes.
package struct ByteWindow {
    package let bytes: UnsafeRawBufferPointer
    package let offset: UInt64

    package init(bytes: UnsafeRawBufferPointer, offset: UInt64) {
        self.bytes = bytes
        self.offset = offset
    }

    var end: UInt64 { offset + UInt64(bytes.count) }

    /// Exactly `count` bytes at `position`.
    @inline(__always)
    package func slice(at position: UInt64, count: Int) throws(HeaderStop) -> ByteSlice {
        guard position >= offset, position <= end, end - position >= UInt64(count) else {
            throw .needs(ByteRequest(offset: position, count: count))
        }
        let start = Int(position - offset)
        return ByteSlice(UnsafeRawBufferPointer(rebasing: bytes[start..<start + count]))
    }

    /// The window up to an offset, which lies in it.
    func cut(at position: UInt64) -> ByteWindow {
        ByteWindow(bytes: UnsafeRawBufferPointer(rebasing: bytes[..<Int(position - offset)]), offset: offset)
    }

    /// All bytes from `position` on, at least `count` of them.
    func tail(from position: UInt64, atLeast count: Int) throws(HeaderStop) -> UnsafeRawBufferPointer {
        _ = try slice(at: position, count: count)
        return UnsafeRawBufferPointer(rebasing: bytes[Int(position - offset)...])
    }
}

/// Bytes with integers in either byte order. Reading past the end traps in every build, so callers
/// check the length first.
package struct ByteSlice {
    private let bytes: UnsafeRawBufferPointer

    package init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    var count: Int { bytes.count }
    var base: UnsafeRawBufferPointer { bytes }

    subscript(range: Range<Int>) -> ByteSlice {
        precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count)
        return ByteSlice(UnsafeRawBufferPointer(rebasing: bytes[range]))
    }

    @inline(__always)
    package func integer<Integer: FixedWidthInteger>(
        _ type: Integer.Type, at position: Int, _ order: ByteOrder
    ) -> Integer {
        precondition(position >= 0 && position <= bytes.count - MemoryLayout<Integer>.size)
        let raw = bytes.loadUnaligned(fromByteOffset: position, as: Integer.self)
        return order == .little ? Integer(littleEndian: raw) : Integer(bigEndian: raw)
    }

    func starts(with text: StaticString, at position: Int = 0) -> Bool {
        let length = text.utf8CodeUnitCount
        guard position >= 0, bytes.count - position >= length else { return false }
        for index in 0..<length where bytes[position + index] != text.utf8Start[index] { return false }
        return true
    }

    /// The text of a four-character code.
    func name(at position: Int, count: Int) -> String {
        String(decoding: self[position..<position + count].bytes, as: UTF8.self)
    }
}

package enum ByteOrder { case little, big }
