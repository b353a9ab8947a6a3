import WeirBase

/// Reading of strings (RFC 8259, 7).
extension JSONScanner {
    /// Reads a string with its quotes. Decodes the string if it contains escapes; otherwise the range
    /// points into the document.
    @inline(__always)
    mutating func readText(_ decoded: inout [UInt8]) throws(JSONFault) -> TextRange {
        let start = offset &+ 1
        offset = start
        while true {
            offset = firstSpecial(from: offset)
            switch try next() {
            case Byte.quote:
                offset &+= 1
                return TextRange(start, count: offset &- start &- 1)
            case Byte.backslash: return try readEscapedText(from: start, &decoded)
            case 0x80...: offset &+= try readCharacterLength()
            default: throw controlCharacter
            }
        }
    }

    /// Reads what is left of a string, up to behind its closing quote, and keeps nothing of it. If the text ends inside the string,
    /// `offset` is where reading continues with more bytes.
    mutating func passText() throws(JSONFault) {
        while true {
            offset = firstSpecial(from: offset)
            let start = offset
            do throws(JSONFault) {
                switch try next() {
                case Byte.quote:
                    offset += 1
                    return
                case Byte.backslash: _ = try readEscape()
                case 0x80...: offset += try readCharacterLength()
                default: throw controlCharacter
                }
            } catch {
                offset = start
                throw error
            }
        }
    }

    /// The index of the first byte that is not plain ASCII: a quote, a backslash, a control character, or a
    /// byte of a multibyte character.
    @inline(__always)
    private func firstSpecial(from start: Int) -> Int {
        var next = start
        while next &+ 8 <= end {
            let word = ByteWord(at: text + next)
            let found = word.below(0x20) | word.equal("\"") | word.equal("\\") | word.nonASCII
            if found != 0 { return next &+ found.trailingZeroBitCount / 8 }
            next &+= 8
        }
        while next < end, isPlain(text[next]) { next &+= 1 }
        return next
    }

    private func isPlain(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte < 0x80 && byte != Byte.quote && byte != Byte.backslash
    }

    private var controlCharacter: JSONFault {
        let isLineEnd = text[offset] == Byte.lineFeed || text[offset] == Byte.carriageReturn
        return JSONFault(isLineEnd ? .openText : .controlCharacter, at: offset)
    }

    /// The length in bytes of the character at this offset, which is not ASCII.
    private func readCharacterLength() throws(JSONFault) -> Int {
        let rest = UnsafeBufferPointer(start: text + offset, count: end - offset)
        let length = characterLength(rest)
        guard length > 0 else {
            // At the end of the text, the character may only be incomplete.
            let isCutOff = rest.count < 4 && (0xC2...0xF4).contains(rest[0]) && rest.dropFirst().allSatisfy { $0 & 0xC0 == 0x80 }
            throw JSONFault(isCutOff ? .unfinished : .encoding, at: offset)
        }
        return length
    }

    private mutating func readEscapedText(from start: Int, _ decoded: inout [UInt8]) throws(JSONFault) -> TextRange {
        let first = decoded.count
        offset = start
        while true {
            let plain = firstSpecial(from: offset)
            decoded.append(contentsOf: UnsafeBufferPointer(start: text + offset, count: plain - offset))
            offset = plain
            switch try next() {
            case Byte.quote:
                offset += 1
                return TextRange(first, count: decoded.count - first, isDecoded: true)
            case Byte.backslash: decoded.append(contentsOf: try readEscape().utf8)
            case 0x80...:
                let length = try readCharacterLength()
                decoded.append(contentsOf: UnsafeBufferPointer(start: text + offset, count: length))
                offset += length
            default: throw controlCharacter
            }
        }
    }

    private mutating func readEscape() throws(JSONFault) -> Unicode.Scalar {
        let start = offset
        offset += 1
        let byte = try next()
        offset += 1
        switch byte {
        case Byte.quote, Byte.backslash, UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return try readCodeUnits(from: start)
        default: throw JSONFault(.escape, at: start)
        }
    }

    /// Reads one code unit of UTF-16, or a surrogate pair.
    private mutating func readCodeUnits(from start: Int) throws(JSONFault) -> Unicode.Scalar {
        let unit = try readCodeUnit(from: start)
        if let character = Unicode.Scalar(unit) { return character }
        guard UTF16.isLeadSurrogate(unit) else { throw JSONFault(.halfSurrogate, at: start) }
        for byte in [Byte.backslash, UInt8(ascii: "u")] {
            guard try next() == byte else { throw JSONFault(.halfSurrogate, at: start) }
            offset += 1
        }
        let trail = try readCodeUnit(from: start)
        guard UTF16.isTrailSurrogate(trail) else { throw JSONFault(.halfSurrogate, at: start) }
        return UTF16.decode(UTF16.EncodedScalar([unit, trail]))
    }

    private mutating func readCodeUnit(from start: Int) throws(JSONFault) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let digit = hexDigit(try next()) else { throw JSONFault(.escape, at: start) }
            unit = unit << 4 | digit
            offset += 1
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
