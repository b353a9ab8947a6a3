/// Names the formats of Netpbm. `P6` alone could begin a text, so the width and the height behind it count too.
enum NetpbmHeader {
    /// The name of the format; nil for other content.
    static func format(of bytes: Slice<UnsafeRawBufferPointer>) -> String? {
        guard bytes.first == UInt8(ascii: "P"), let kind = bytes.dropFirst().first else { return nil }
        let rest = bytes.dropFirst(2)
        switch kind {
        case UInt8(ascii: "1"), UInt8(ascii: "4"): return startsWithSize(rest) ? "PBM" : nil
        case UInt8(ascii: "2"), UInt8(ascii: "5"): return startsWithSize(rest) ? "PGM" : nil
        case UInt8(ascii: "3"), UInt8(ascii: "6"): return startsWithSize(rest) ? "PPM" : nil
        case UInt8(ascii: "f"), UInt8(ascii: "F"): return startsWithSize(rest) ? "PFM" : nil
        case UInt8(ascii: "7"): return startsWithPAMLine(rest) ? "PAM" : nil
        default: return nil
        }
    }

    /// White space, then two numbers; comments may stand between (ppm(5)).
    private static func startsWithSize(_ bytes: Slice<UnsafeRawBufferPointer>) -> Bool {
        var rest = bytes
        for _ in 0..<2 {
            let number = withoutSpaceAndComments(rest)
            guard number.startIndex > rest.startIndex, number.first.map(isDigit) ?? false else { return false }
            rest = number.drop(while: isDigit)
        }
        return true
    }

    private static func withoutSpaceAndComments(_ bytes: Slice<UnsafeRawBufferPointer>) -> Slice<UnsafeRawBufferPointer> {
        var rest = bytes.drop(while: isSpace)
        while rest.first == UInt8(ascii: "#") {
            rest = rest.drop { $0 != UInt8(ascii: "\n") }.drop(while: isSpace)
        }
        return rest
    }

    /// A line end, then a line of a PAM header (pam(5)).
    private static func startsWithPAMLine(_ bytes: Slice<UnsafeRawBufferPointer>) -> Bool {
        guard bytes.first == UInt8(ascii: "\n") else { return false }
        let line = withoutSpaceAndComments(bytes)
        return ["WIDTH ", "HEIGHT ", "DEPTH ", "MAXVAL ", "TUPLTYPE "].contains { line.starts(with: $0.utf8) }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (9...13).contains(byte) }
}
