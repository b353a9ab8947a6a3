import Records

/// Texts (RFC 8259, 7).
extension JSONScanner {
    /// Reads a text with its quotes. One with escapes is decoded, any other stays where it is.
    @inline(__always)
    mutating func readText(_ decoded: inout [UInt8]) -> Stretch? {
        guard at("\"") else { return nil }
        let start = place &+ 1
        var next = start
        while true {
            next = firstSpecial(from: next)
            guard next < end else { return nil }
            switch text[next] {
            case UInt8(ascii: "\""):
                place = next &+ 1
                return Stretch(start, count: next &- start)
            case UInt8(ascii: "\\"): return readEscapedText(from: start, &decoded)
            case 0x80...:
                let length = characterLength(UnsafeBufferPointer(start: text + next, count: end &- next))
                guard length > 0 else { return nil }
                next &+= length
            default: return nil
            }
        }
    }

    /// The first byte from there on that is not plain ASCII: a quote, a backslash, a control
    /// character, or a byte of a longer character.
    @inline(__always)
    private func firstSpecial(from start: Int) -> Int {
        var next = start
        while next &+ 8 <= end {
            let word = UInt64(littleEndian: UnsafeRawPointer(text + next).loadUnaligned(as: UInt64.self))
            // In each byte the high bit shows a find; behind the first, a borrow may show too much.
            let controls = word &- 0x2020_2020_2020_2020
            let quote = word ^ 0x2222_2222_2222_2222
            let backslash = word ^ 0x5C5C_5C5C_5C5C_5C5C
            let equal = (quote &- 0x0101_0101_0101_0101) & ~quote | (backslash &- 0x0101_0101_0101_0101) & ~backslash
            let found = (controls & ~word | equal | word) & 0x8080_8080_8080_8080
            if found != 0 { return next &+ found.trailingZeroBitCount / 8 }
            next &+= 8
        }
        while next < end, isPlain(text[next]) { next &+= 1 }
        return next
    }

    private func isPlain(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte < 0x80 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }

    private mutating func readEscapedText(from start: Int, _ decoded: inout [UInt8]) -> Stretch? {
        let first = decoded.count
        place = start
        while place < end {
            let byte = text[place]
            switch byte {
            case UInt8(ascii: "\""):
                place += 1
                return Stretch(first, count: decoded.count - first, isDecoded: true)
            case UInt8(ascii: "\\"):
                guard let character = readEscape() else { return nil }
                decoded.append(contentsOf: character.utf8)
            case 0x80...:
                let length = characterLength(UnsafeBufferPointer(start: text + place, count: end - place))
                guard length > 0 else { return nil }
                decoded.append(contentsOf: UnsafeBufferPointer(start: text + place, count: length))
                place += length
            case 0x20...:
                decoded.append(byte)
                place += 1
            default: return nil
            }
        }
        return nil
    }

    private mutating func readEscape() -> Unicode.Scalar? {
        place += 1
        guard place < end else { return nil }
        let byte = text[place]
        place += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return readCodeUnits()
        default: return nil
        }
    }

    /// One code unit of UTF-16, or two that belong together.
    private mutating func readCodeUnits() -> Unicode.Scalar? {
        guard let unit = readCodeUnit() else { return nil }
        guard UTF16.isLeadSurrogate(unit) else { return Unicode.Scalar(unit) }
        guard take("\\"), take("u"), let trail = readCodeUnit(), UTF16.isTrailSurrogate(trail) else { return nil }
        return UTF16.decode(UTF16.EncodedScalar([unit, trail]))
    }

    private mutating func readCodeUnit() -> UInt16? {
        guard end - place >= 4 else { return nil }
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let digit = hexDigit(text[place]) else { return nil }
            unit = unit << 4 | digit
            place += 1
        }
        return unit
    }
}

private func hexDigit(_ byte: UInt8) -> UInt16? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt16(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt16(byte - UInt8(ascii: "a")) + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt16(byte - UInt8(ascii: "A")) + 10
    default: nil
    }
}
