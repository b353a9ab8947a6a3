import Glibc

/// One line of a response's head, cut into name and value (RFC 9112, 5).
struct HeaderField {
    let name: UnsafeRawBufferPointer
    let value: UnsafeRawBufferPointer

    /// nil for a line that is no field: without a colon, without a name, or the continuation of
    /// a line before (5.2), which servers must not send.
    init?(line: UnsafeRawBufferPointer) {
        guard let start = line.baseAddress, let found = memchr(start, Int32(UInt8(ascii: ":")), line.count) else { return nil }
        let colon = start.distance(to: found)
        guard colon > 0, !isBlank(line[0]) else { return nil }
        name = UnsafeRawBufferPointer(rebasing: line[..<colon])
        value = trimmed(UnsafeRawBufferPointer(rebasing: line[(colon + 1)...]))
    }

    /// Whether the field is called so; `name` is written in small letters (RFC 9110, 5.1).
    @inline(__always)
    func isNamed(_ name: StaticString) -> Bool { equalsIgnoringCase(self.name, name) }
}

/// The bytes without blanks and line ends around them.
func trimmed(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    var (start, end) = (0, bytes.count)
    while start < end, isBlank(bytes[start]) { start += 1 }
    while end > start, isBlank(bytes[end - 1]) { end -= 1 }
    return UnsafeRawBufferPointer(rebasing: bytes[start..<end])
}

/// `word` is written in small letters.
func equalsIgnoringCase(_ bytes: UnsafeRawBufferPointer, _ word: StaticString) -> Bool {
    guard bytes.count == word.utf8CodeUnitCount else { return false }
    let letters = word.utf8Start
    for index in 0..<bytes.count where asciiLowercase(bytes[index]) != letters[index] { return false }
    return true
}

/// Calls `body` with each item of a list, without blanks around it (RFC 9110, 5.6.1).
func forEachItem(of list: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void) {
    var rest = list
    while let start = rest.baseAddress, let found = memchr(start, Int32(UInt8(ascii: ",")), rest.count) {
        let comma = start.distance(to: found)
        body(trimmed(UnsafeRawBufferPointer(rebasing: rest[..<comma])))
        rest = UnsafeRawBufferPointer(rebasing: rest[(comma + 1)...])
    }
    body(trimmed(rest))
}

/// A number that is written in decimal digits and nothing else; nil where it is none, or larger
/// than any file.
func decimalNumber(_ digits: UnsafeRawBufferPointer) -> UInt64? {
    guard !digits.isEmpty else { return nil }
    var number: UInt64 = 0
    for byte in digits {
        let digit = byte &- UInt8(ascii: "0")
        guard digit < 10 else { return nil }
        let (tenfold, isTooLong) = number.multipliedReportingOverflow(by: 10)
        let (sum, isTooLarge) = tenfold.addingReportingOverflow(UInt64(digit))
        guard !isTooLong, !isTooLarge, sum <= UInt64(Int64.max) else { return nil }
        number = sum
    }
    return number
}

private func asciiLowercase(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
}

private func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r") || byte == UInt8(ascii: "\n")
}
