// Base: failure codes, and numbers and texts as bytes that other programs read.

/// A growing buffer for many small pieces. It is faster than an Array, which checks on every append whether
/// its storage is shared.
public struct ByteBuffer: ~Copyable {
    @usableFromInline var start: UnsafeMutablePointer<UInt8>
    @usableFromInline var capacity: Int
    @usableFromInline var length = 0

    /// How many bytes the buffer has.
    public var count: Int { length }

    /// An empty buffer. `capacity` is the number of bytes that it has room for at first; it grows as needed.
    public init(capacity: Int = 4096) {
        self.capacity = max(64, capacity)
        start = .allocate(capacity: self.capacity)
    }

    deinit { start.deallocate() }

    /// The bytes written so far. The pointer is valid only during the call.
    public func withBytes<Result, Failure: Error>(
        _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(UnsafeBufferPointer(start: start, count: length))
    }

    /// A copy of the bytes written so far.
    public var bytes: [UInt8] { Array(UnsafeBufferPointer(start: start, count: length)) }

    /// Removes all bytes and keeps their memory for the next ones.
    public mutating func removeAll() { length = 0 }

    /// Removes all bytes after the first `count`.
    public mutating func truncate(to count: Int) { length = min(length, count) }

    /// Appends one byte.
    @inlinable
    public mutating func append(_ byte: UInt8) {
        if length == capacity { grow(by: 1) }
        start[length] = byte
        length += 1
    }

    /// Appends a copy of the bytes.
    @inlinable
    public mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let source = bytes.baseAddress else { return }
        if capacity - length < bytes.count { grow(by: bytes.count) }
        (start + length).update(from: source, count: bytes.count)
        length += bytes.count
    }

    /// Appends a copy of the bytes, whatever type they are bound to.
    @inlinable
    public mutating func append(_ bytes: UnsafeRawBufferPointer) {
        bytes.withMemoryRebound(to: UInt8.self) { append($0) }
    }

    /// Appends the elements in their order.
    @inlinable
    public mutating func append(_ bytes: [UInt8]) {
        bytes.withUnsafeBufferPointer { append($0) }
    }

    /// Appends the UTF-8 of a literal, which becomes no String first.
    @inlinable
    public mutating func append(_ text: StaticString) {
        append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    // Disfavored so that a literal becomes a StaticString. A literal that becomes a String costs ten times
    // as much.
    /// Appends the UTF-8 of a text.
    @inlinable
    @_disfavoredOverload
    public mutating func append(_ text: String) {
        var text = text
        text.withUTF8 { append($0) }
    }

    /// Gives `body` room for `count` bytes. `body` fills the room from the front and returns the number of
    /// bytes written.
    @inlinable
    public mutating func append(atMost count: Int, _ body: (UnsafeMutableBufferPointer<UInt8>) -> Int) {
        if capacity - length < count { grow(by: count) }
        let written = body(UnsafeMutableBufferPointer(start: start + length, count: count))
        precondition((0...count).contains(written), "more was written than there was room for")
        length += written
    }

    /// Appends the last `count` bytes of an integer, the highest byte first. `count` is at most eight.
    @inlinable
    public mutating func append(bigEndian number: UInt64, count: Int = 8) {
        if capacity - length < 8 { grow(by: 8) }
        let bytes = number << UInt64(64 - count * 8)
        UnsafeMutableRawPointer(start + length).storeBytes(of: bytes.bigEndian, as: UInt64.self)
        length += count
    }

    /// Appends the decimal digits of a number.
    @inlinable
    public mutating func append(_ number: Int) {
        if capacity - length < 20 { grow(by: 20) }
        if number < 0 { append(UInt8(ascii: "-")) }
        var rest = number.magnitude
        var digits = 1
        var bound: UInt = 10
        while digits < 20, rest >= bound {
            digits += 1
            let (next, overflow) = bound.multipliedReportingOverflow(by: 10)
            if overflow { break }
            bound = next
        }
        var index = length + digits
        repeat {
            index -= 1
            start[index] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        } while rest > 0
        length += digits
    }

    @usableFromInline
    mutating func grow(by count: Int) {
        let larger = max(capacity * 2, length + count)
        let moved = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
        moved.update(from: start, count: length)
        start.deallocate()
        start = moved
        capacity = larger
    }
}

extension [UInt8] {
    /// The bytes for a body whose failures have one type. The pointer is valid only during the call.
    package func withBytes<Result, Failure: Error>(
        _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // With Swift 6.0, a failure loses its type on its way through withUnsafeBufferPointer.
        try withUnsafeBufferPointer { bytes in
            Swift.Result { () throws(Failure) in try body(bytes) }
        }.get()
    }
}
