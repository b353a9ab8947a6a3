/// What a value of a property list is, XML or binary.
package enum PlistValue {
    case text, integer, real, flag, date, data, array, set, dictionary, uid, null

    /// As a message names it.
    package var name: String {
        switch self {
        case .text: "text"
        case .integer, .real: "a number"
        case .flag: "true or false"
        case .date: "a date"
        case .data: "data"
        case .array: "an array"
        case .set: "a set"
        case .dictionary: "a dictionary"
        case .uid: "a reference of an archive (UID)"
        case .null: "null"
        }
    }

    var isNumber: Bool { self == .integer || self == .real }

    /// Whether it has characters of its own that a manifest can hold.
    package var hasText: Bool {
        switch self {
        case .text, .integer, .real, .flag, .date: true
        case .data, .array, .set, .dictionary, .uid, .null: false
        }
    }
}

/// Whether a text is a number as a property list writes one: decimal, or an integer in
/// hexadecimal, as Apple's parser reads it too. What is not finite is no price.
func isNumber(_ text: UnsafeBufferPointer<UInt8>, isInteger: Bool) -> Bool {
    var rest = text[...]
    if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
    if isInteger, rest.count > 2, rest.starts(with: "0x".utf8) || rest.starts(with: "0X".utf8) {
        return rest.dropFirst(2).allSatisfy(isHexDigit)
    }
    let whole = skipDigits(&rest)
    if isInteger { return whole > 0 && rest.isEmpty }
    var fraction = 0
    if rest.first == UInt8(ascii: ".") {
        rest.removeFirst()
        fraction = skipDigits(&rest)
    }
    guard whole + fraction > 0 else { return false }
    if rest.first.map({ $0 | 0x20 }) == UInt8(ascii: "e") {
        rest.removeFirst()
        if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
        guard skipDigits(&rest) > 0 else { return false }
    }
    return rest.isEmpty
}

/// A number without a fraction of nothing but zeros.
func wholePart(_ number: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    guard let point = number.firstIndex(of: UInt8(ascii: ".")),
        number[(point + 1)...].allSatisfy({ $0 == UInt8(ascii: "0") })
    else { return number }
    return UnsafeBufferPointer(rebasing: number[..<point])
}

/// Without the white space of XML (XML 1.0, 2.3) around it, which is no part of a number or a date.
func trimmed(_ text: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    var rest = text[...]
    while let first = rest.first, isSpace(first) { rest.removeFirst() }
    while let last = rest.last, isSpace(last) { rest.removeLast() }
    return UnsafeBufferPointer(rebasing: rest)
}

private func skipDigits(_ text: inout Slice<UnsafeBufferPointer<UInt8>>) -> Int {
    let before = text.count
    while let first = text.first, isDigit(first) { text.removeFirst() }
    return before - text.count
}

private func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }
private func isHexDigit(_ byte: UInt8) -> Bool { isDigit(byte) || (byte | 0x20) &- UInt8(ascii: "a") < 6 }
private func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D }
