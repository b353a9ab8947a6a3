/// Reads JSON (RFC 8259) from an offset on, and reports the offset and the reason of an error.
struct JSONScanner {
    let text: UnsafePointer<UInt8>
    let end: Int
    var offset: Int

    /// The maximum depth of nested objects and arrays, with the outermost one.
    static let depthLimit = 64

    init(_ text: UnsafePointer<UInt8>, from offset: Int, to end: Int) {
        self.text = text
        self.end = end
        self.offset = offset
    }

    struct Value {
        let kind: ValueKind
        let content: TextRange
    }

    @inline(__always)
    func next() throws(JSONFault) -> UInt8 {
        guard offset < end else { throw JSONFault(.unfinished, at: offset) }
        return text[offset]
    }

    @inline(__always)
    mutating func nextBehindSpace() throws(JSONFault) -> UInt8 {
        while offset < end, text[offset] <= 0x20, isJSONSpace(text[offset]) { offset &+= 1 }
        return try next()
    }

    /// Reads any value that is nested in `depth` objects and arrays.
    @inline(__always)
    mutating func readValue(depth: Int, _ decoded: inout [UInt8]) throws(JSONFault) -> Value {
        let start = offset
        switch try next() {
        case Byte.quote: return Value(kind: .text, content: try readText(&decoded))
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
            try readNumber()
            return Value(kind: .number, content: TextRange(start, count: offset &- start))
        case UInt8(ascii: "t"): return try readWord("true", .flag)
        case UInt8(ascii: "f"): return try readWord("false", .flag)
        case UInt8(ascii: "n"): return try readWord("null", .null)
        case Byte.openingBrace:
            try skipList(depth: depth + 1, &decoded)
            return Value(kind: .object, content: .empty)
        case Byte.openingBracket:
            try skipList(depth: depth + 1, &decoded)
            return Value(kind: .array, content: .empty)
        default: throw JSONFault(.missingValue, at: offset)
        }
    }

    private mutating func readWord(_ word: StaticString, _ kind: ValueKind) throws(JSONFault) -> Value {
        let start = offset
        for index in 0..<word.utf8CodeUnitCount {
            guard try next() == word.utf8Start[index] else { throw JSONFault(.missingValue, at: start) }
            offset += 1
        }
        return Value(kind: kind, content: TextRange(start, count: offset - start))
    }

    /// Checks an object or an array whose content is not used.
    private mutating func skipList(depth: Int, _ decoded: inout [UInt8]) throws(JSONFault) {
        let known = decoded.count
        try readList(depth: depth) { scanner, isObject throws(JSONFault) in
            if isObject {
                _ = try scanner.readKey(&decoded)
                try scanner.readColon()
            }
            _ = try scanner.readValue(depth: depth, &decoded)
        }
        decoded.removeSubrange(known...)
    }

    /// Reads the brackets and the commas of an object or an array. `readItem` reads each item between them.
    @inline(__always)
    mutating func readList(
        depth: Int, _ readItem: (inout JSONScanner, _ isObject: Bool) throws(JSONFault) -> Void
    ) throws(JSONFault) {
        guard depth <= Self.depthLimit else { throw JSONFault(.depth, at: offset) }
        let isObject = text[offset] == Byte.openingBrace
        let closing = isObject ? Byte.closingBrace : Byte.closingBracket
        offset &+= 1
        var next = try nextBehindSpace()
        while next != closing {
            try readItem(&self, isObject)
            next = try nextBehindSpace()
            guard next == Byte.comma else { break }
            offset &+= 1
            next = try nextBehindSpace()
            if next == closing { throw JSONFault(.nothingBehindComma, at: offset) }
        }
        guard next == closing else {
            throw JSONFault(isObject ? .missingCommaInObject : .missingCommaInArray, at: offset)
        }
        offset &+= 1
    }

    @inline(__always)
    mutating func readKey(_ decoded: inout [UInt8]) throws(JSONFault) -> TextRange {
        guard try next() == Byte.quote else { throw JSONFault(.missingKey, at: offset) }
        return try readText(&decoded)
    }

    /// Reads the colon between a key and its value.
    @inline(__always)
    mutating func readColon() throws(JSONFault) {
        guard try nextBehindSpace() == UInt8(ascii: ":") else { throw JSONFault(.missingColon, at: offset) }
        offset &+= 1
        _ = try nextBehindSpace()
    }

    /// Reads a number (RFC 8259, 6).
    @inline(__always)
    private mutating func readNumber() throws(JSONFault) {
        if try next() == UInt8(ascii: "-") { offset &+= 1 }
        if try next() == UInt8(ascii: "0") { offset &+= 1 } else { try readDigits() }
        // Fast path: most numbers end here, before a comma or a bracket.
        guard try next() | 0x20 >= UInt8(ascii: ".") else { return }
        if try next() == UInt8(ascii: ".") {
            offset &+= 1
            try readDigits()
        }
        if try next() | 0x20 == UInt8(ascii: "e") {
            offset &+= 1
            let sign = try next()
            if sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { offset &+= 1 }
            try readDigits()
        }
    }

    @inline(__always)
    private mutating func readDigits() throws(JSONFault) {
        let start = offset
        while offset < end, text[offset] &- UInt8(ascii: "0") < 10 { offset &+= 1 }
        if offset == end { throw JSONFault(.unfinished, at: offset) }
        if offset == start { throw JSONFault(.missingDigit, at: offset) }
    }
}

func isJSONSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }

/// The reason why a text is not JSON (RFC 8259), and the offset of the error.
struct JSONFault: Error, Equatable {
    enum Kind: String {
        /// The text is correct so far but incomplete.
        case unfinished = "the document ends too early"
        case missingValue = "a value is missing"
        case missingKey = "a key is missing"
        case missingColon = "a colon is missing behind the key"
        case missingCommaInObject = "a comma or } is missing"
        case missingCommaInArray = "a comma or ] is missing"
        case nothingBehindComma = "nothing follows the comma"
        case missingDigit = "a digit is missing in the number"
        case openText = "the text does not end on its line"
        case controlCharacter = "a control character stands in the text"
        case encoding = "the text is not UTF-8"
        case escape = "the escape means nothing"
        case halfSurrogate = "half of a surrogate pair stands alone"
        case textBehindDocument = "something follows the document"
        case depth = "objects and arrays nest deeper than 64"
    }

    let kind: Kind
    let offset: Int

    @inline(__always)
    init(_ kind: Kind, at offset: Int) {
        self.kind = kind
        self.offset = offset
    }

    /// One sentence without a full stop.
    var message: String { kind.rawValue }
}
