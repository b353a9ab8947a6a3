/// Whether a text is a number of a property list: decimal, or an integer in hexadecimal, which Apple's
/// parser accepts too. Infinity and NaN are refused, since they cannot be a price.
func isPlistNumber(_ text: UnsafeBufferPointer<UInt8>, isInteger: Bool) -> Bool {
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

private func skipDigits(_ text: inout Slice<UnsafeBufferPointer<UInt8>>) -> Int {
    let before = text.count
    while let first = text.first, isDigit(first) { text.removeFirst() }
    return before - text.count
}

private func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }
private func isHexDigit(_ byte: UInt8) -> Bool { isDigit(byte) || (byte | 0x20) &- UInt8(ascii: "a") < 6 }
