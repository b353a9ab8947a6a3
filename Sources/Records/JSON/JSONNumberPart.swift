/// The parts of a JSON number (RFC 8259, 6), for a reader that sees one byte after the other.
enum JSONNumberPart {
    case minus, zero, whole, point, fraction, exponent, exponentSign, exponentDigits

    /// The part that a byte belongs to; nil if it is not of the number.
    func next(_ byte: UInt8) -> Self? {
        let isDigit = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        switch self {
        case .minus: return byte == UInt8(ascii: "0") ? .zero : isDigit ? .whole : nil
        case .whole where isDigit: return .whole
        case .zero, .whole: return byte == UInt8(ascii: ".") ? .point : byte | 0x20 == UInt8(ascii: "e") ? .exponent : nil
        case .point: return isDigit ? .fraction : nil
        case .fraction: return isDigit ? .fraction : byte | 0x20 == UInt8(ascii: "e") ? .exponent : nil
        case .exponent: return byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") ? .exponentSign : isDigit ? .exponentDigits : nil
        case .exponentSign, .exponentDigits: return isDigit ? .exponentDigits : nil
        }
    }

    var mayEnd: Bool {
        switch self {
        case .zero, .whole, .fraction, .exponentDigits: true
        case .minus, .point, .exponent, .exponentSign: false
        }
    }
}
