import Glibc

/// One line of a response's head, cut into name and value (RFC 9112, 5).
struct HeaderField {
    let name: UnsafeRawBufferPointer
    let value: UnsafeRawBufferPointer

    /// Returns nil if the line has no colon or no name. A line that continues the one before (5.2) is no field either;
    /// servers must not send such lines.
    init?(line: UnsafeRawBufferPointer) {
        guard let colon = place(of: ":", in: line), colon > 0, !isBlank(line[0]) else { return nil }
        name = UnsafeRawBufferPointer(rebasing: line[..<colon])
        value = trimmed(UnsafeRawBufferPointer(rebasing: line[(colon + 1)...]))
    }

    /// Whether the field has this name, ignoring case (RFC 9110, 5.1). `name` must be in small letters.
    @inline(__always)
    func isNamed(_ name: StaticString) -> Bool { equalsIgnoringCase(self.name, name) }
}

/// The index of the first `byte`; nil if there is none.
func place(of byte: Unicode.Scalar, in bytes: UnsafeRawBufferPointer) -> Int? {
    guard let start = bytes.baseAddress else { return nil }
    return memchr(start, Int32(byte.value), bytes.count).map { start.distance(to: $0) }
}

/// The bytes without blanks and line ends around them.
func trimmed(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    var (start, end) = (0, bytes.count)
    while start < end, isBlank(bytes[start]) { start += 1 }
    while end > start, isBlank(bytes[end - 1]) { end -= 1 }
    return UnsafeRawBufferPointer(rebasing: bytes[start..<end])
}

/// Compares bytes with `word`, which must be in small letters.
func equalsIgnoringCase(_ bytes: UnsafeRawBufferPointer, _ word: StaticString) -> Bool {
    guard bytes.count == word.utf8CodeUnitCount, let start = bytes.baseAddress else { return false }
    // The first letter rules most words out.
    guard bytes.isEmpty || bytes[0] | 0x20 == word.utf8Start.pointee | 0x20 else { return false }
    return strncasecmp(start, word.utf8Start, bytes.count) == 0
}

/// Calls `body` with each item of a list, without blanks around it (RFC 9110, 5.6.1).
func forEachItem(of list: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void) {
    var rest = list
    while let comma = place(of: ",", in: rest) {
        body(trimmed(UnsafeRawBufferPointer(rebasing: rest[..<comma])))
        rest = UnsafeRawBufferPointer(rebasing: rest[(comma + 1)...])
    }
    body(trimmed(rest))
}

/// The decimal number; nil if there are other bytes than digits, or if the number exceeds any file's length.
func decimalNumber(_ digits: UnsafeRawBufferPointer) -> UInt64? {
    guard !digits.isEmpty else { return nil }
    var number: UInt64 = 0
    let largest = UInt64(Int64.max)
    for byte in digits {
        let digit = byte &- UInt8(ascii: "0")
        guard digit < 10, number <= largest / 10 else { return nil }
        number = 10 * number + UInt64(digit)
    }
    return number <= largest ? number : nil
}

private func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r") || byte == UInt8(ascii: "\n")
}
