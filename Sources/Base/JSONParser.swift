/// Reads a JSON document by recursive descent (RFC 8259).
struct JSONParser {
    private let bytes: UnsafeRawBufferPointer
    private var place = 0
    private var depth = 0

    /// Deeper documents are refused: each level costs stack, and none of ours has more than five.
    private static let depthLimit = 64

    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    mutating func document() throws(JSONFailure) -> JSONValue {
        // Section 8.1: a byte order mark may be ignored.
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { place = 3 }
        let value = try value()
        guard next == nil else { throw failure("something follows the document") }
        return value
    }

    /// The first byte behind white space; it is not taken.
    private var next: UInt8? {
        mutating get {
            while place < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[place]) { place += 1 }
            return place < bytes.count ? bytes[place] : nil
        }
    }

    private mutating func value() throws(JSONFailure) -> JSONValue {
        guard let next else { throw failure("the document ends where a value should stand") }
        switch next {
        case UInt8(ascii: "{"): return .object(try members())
        case UInt8(ascii: "["): return .array(try elements())
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try number())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: throw failure("no value begins like this")
        }
    }

    private mutating func elements() throws(JSONFailure) -> [JSONValue] {
        var elements: [JSONValue] = []
        try list(closedBy: UInt8(ascii: "]")) { (parser) throws(JSONFailure) in
            elements.append(try parser.value())
        }
        return elements
    }

    private mutating func members() throws(JSONFailure) -> [JSONValue.Member] {
        var members: [JSONValue.Member] = []
        var names: Set<String> = []
        try list(closedBy: UInt8(ascii: "}")) { (parser) throws(JSONFailure) in
            guard parser.next == UInt8(ascii: "\"") else { throw parser.failure("a name should stand here") }
            let start = parser.place
            let name = try parser.string()
            guard names.insert(name).inserted else { throw parser.failure("the name stands here twice", at: start) }
            guard parser.next == UInt8(ascii: ":") else { throw parser.failure("a colon should stand here") }
            parser.place += 1
            members.append(JSONValue.Member(name: name, value: try parser.value()))
        }
        return members
    }

    /// What stands between two brackets, with commas between.
    private mutating func list(
        closedBy end: UInt8, _ item: (inout JSONParser) throws(JSONFailure) -> Void
    ) throws(JSONFailure) {
        depth += 1
        guard depth <= Self.depthLimit else { throw failure("the document is nested too deeply") }
        defer { depth -= 1 }
        place += 1
        if next == end {
            place += 1
            return
        }
        while true {
            try item(&self)
            switch next {
            case UInt8(ascii: ","): place += 1
            case end:
                place += 1
                return
            default: throw failure("a comma or the closing bracket should stand here")
            }
        }
    }

    private mutating func word(_ word: StaticString, _ value: JSONValue) throws(JSONFailure) -> JSONValue {
        let expected = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
        guard bytes[place...].starts(with: expected) else { throw failure("no value begins like this") }
        place += expected.count
        return value
    }

    func failure(_ message: String, at place: Int? = nil) -> JSONFailure {
        let before = bytes[..<(place ?? self.place)]
        let line = before.count { $0 == 0x0A } + 1
        let lineStart = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        return JSONFailure(message: message, line: line, column: before.count - lineStart + 1)
    }
}

// Section 6
extension JSONParser {
    private mutating func number() throws(JSONFailure) -> String {
        let start = place
        skip(UInt8(ascii: "-"))
        if !skip(UInt8(ascii: "0")) { try digits() }
        if skip(UInt8(ascii: ".")) { try digits() }
        if skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E")) {
            if !skip(UInt8(ascii: "-")) { skip(UInt8(ascii: "+")) }
            try digits()
        }
        return String(decoding: bytes[start..<place], as: UTF8.self)
    }

    @discardableResult
    private mutating func skip(_ byte: UInt8) -> Bool {
        guard place < bytes.count, bytes[place] == byte else { return false }
        place += 1
        return true
    }

    private mutating func digits() throws(JSONFailure) {
        let digits = bytes[place...].prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard !digits.isEmpty else { throw failure("a digit should stand here") }
        place += digits.count
    }
}

// Section 7
extension JSONParser {
    private mutating func string() throws(JSONFailure) -> String {
        let start = place
        place += 1
        var text: [UInt8] = []
        while place < bytes.count {
            let byte = bytes[place]
            switch byte {
            case UInt8(ascii: "\""):
                place += 1
                guard let string = String(validating: text, as: UTF8.self) else {
                    throw failure("the string is not UTF-8", at: start)
                }
                return string
            case UInt8(ascii: "\\"): text.append(contentsOf: String(try escape()).utf8)
            case 0..<0x20: throw failure("a control character stands in the string")
            default:
                text.append(byte)
                place += 1
            }
        }
        throw failure("the string does not end", at: start)
    }

    private mutating func escape() throws(JSONFailure) -> Unicode.Scalar {
        let start = place
        place += 2
        switch place <= bytes.count ? bytes[place - 1] : 0 {
        case UInt8(ascii: "\""): return "\""
        case UInt8(ascii: "\\"): return "\\"
        case UInt8(ascii: "/"): return "/"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"):
            if let unit = codeUnit() {
                if let scalar = Unicode.Scalar(unit) { return scalar }
                // A character beyond U+FFFF is written as two surrogates.
                if UTF16.isLeadSurrogate(unit), skip(UInt8(ascii: "\\")), skip(UInt8(ascii: "u")),
                    let trail = codeUnit(), UTF16.isTrailSurrogate(trail)
                {
                    return UTF16.decode(UTF16.EncodedScalar([unit, trail]))
                }
            }
            throw failure("the escape names no character", at: start)
        default: throw failure("no escape begins like this", at: start)
        }
    }

    private mutating func codeUnit() -> UInt16? {
        let digits = bytes[place...].prefix(4)
        guard digits.count == 4, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else { return nil }
        place += 4
        return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    }
}
