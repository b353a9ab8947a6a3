/// Recognises the formats of Netpbm. `P6` alone could begin a text, so the width and the height behind it count too.
enum NetpbmHeader {
    /// Whether the bytes are a header or the beginning of one.
    @Sendable static func looksRight(_ sample: UnsafeRawBufferPointer) -> Bool {
        let bytes = sample.prefix(NonPictureContent.sampleLength)
        guard bytes.first == UInt8(ascii: "P") else { return false }
        guard let kind = bytes.dropFirst().first else { return true }
        let rest = bytes.dropFirst(2)
        switch kind {
        case UInt8(ascii: "1")...UInt8(ascii: "6"), UInt8(ascii: "f"), UInt8(ascii: "F"): return startsWithSize(rest)
        case UInt8(ascii: "7"): return startsWithPAMLine(rest)
        default: return false
        }
    }

    /// White space, then two numbers; comments may stand between (ppm(5)).
    private static func startsWithSize(_ bytes: Slice<UnsafeRawBufferPointer>) -> Bool {
        var rest = bytes
        for _ in 0..<2 {
            let number = withoutSpaceAndComments(rest)
            guard let digit = number.first else { return true }
            guard number.startIndex > rest.startIndex, isDigit(digit) else { return false }
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
        guard let end = bytes.first else { return true }
        guard end == UInt8(ascii: "\n") else { return false }
        let line = withoutSpaceAndComments(bytes)
        return ["WIDTH ", "HEIGHT ", "DEPTH ", "MAXVAL ", "TUPLTYPE "].contains { name in
            line.starts(with: name.utf8) || name.utf8.starts(with: line)
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (9...13).contains(byte) }
}
