/// Finds the first place at which an object is not JSON (RFC 8259), and says why in a sentence.
/// Only what a faster reader has refused comes here: those tell neither.
package struct JSONJudge {
    package enum Verdict: Error, Equatable {
        case sound
        /// All that is there is sound, and more must follow.
        case unfinished
        case fault(String, at: Int)
    }

    private let text: UnsafePointer<UInt8>
    private let end: Int
    private var place = 0
    private var depth = 0

    /// Objects and arrays in one another, the outermost included.
    package static let depthLimit = JSONObjects.depthLimit

    package static func verdict(on text: UnsafePointer<UInt8>, _ count: Int) -> Verdict {
        var judge = JSONJudge(text: text, end: count)
        do throws(Verdict) {
            try judge.readValue()
            return .sound
        } catch {
            return error
        }
    }

    private init(text: UnsafePointer<UInt8>, end: Int) {
        self.text = text
        self.end = end
    }

    private func next() throws(Verdict) -> UInt8 {
        guard place < end else { throw .unfinished }
        return text[place]
    }

    private mutating func nextBehindSpace() throws(Verdict) -> UInt8 {
        while isJSONSpace(try next()) { place += 1 }
        return try next()
    }

    private func fault(_ message: String) -> Verdict { .fault(message, at: place) }

    private mutating func readValue() throws(Verdict) {
        switch try nextBehindSpace() {
        case Byte.openingBrace: try readList(closedBy: Byte.closingBrace)
        case Byte.openingBracket: try readList(closedBy: Byte.closingBracket)
        case Byte.quote: try readText()
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try readNumber()
        case UInt8(ascii: "t"): try readWord("true")
        case UInt8(ascii: "f"): try readWord("false")
        case UInt8(ascii: "n"): try readWord("null")
        default: throw fault("a value is missing")
        }
    }

    private mutating func readList(closedBy bracket: UInt8) throws(Verdict) {
        depth += 1
        guard depth <= JSONObjects.depthLimit else {
            throw fault("objects and arrays nest deeper than \(JSONObjects.depthLimit)")
        }
        place += 1
        if try nextBehindSpace() != bracket {
            try readItem(ofObject: bracket == Byte.closingBrace)
            while try nextBehindSpace() == Byte.comma {
                place += 1
                if try nextBehindSpace() == bracket { throw fault("nothing follows the comma") }
                try readItem(ofObject: bracket == Byte.closingBrace)
            }
        }
        guard try next() == bracket else {
            throw fault(bracket == Byte.closingBrace ? "a comma or } is missing" : "a comma or ] is missing")
        }
        place += 1
        depth -= 1
    }

    private mutating func readItem(ofObject: Bool) throws(Verdict) {
        guard ofObject else { return try readValue() }
        guard try next() == Byte.quote else { throw fault("a key is missing") }
        try readText()
        guard try nextBehindSpace() == UInt8(ascii: ":") else { throw fault("a colon is missing behind the key") }
        place += 1
        try readValue()
    }

    private mutating func readWord(_ word: StaticString) throws(Verdict) {
        let start = place
        for index in 0..<word.utf8CodeUnitCount {
            guard try next() == word.utf8Start[index] else {
                place = start
                throw fault("a value is missing")
            }
            place += 1
        }
    }

    /// Section 6.
    private mutating func readNumber() throws(Verdict) {
        if try next() == UInt8(ascii: "-") { place += 1 }
        if try next() == UInt8(ascii: "0") {
            place += 1
        } else {
            try readDigits()
        }
        if try next() == UInt8(ascii: ".") {
            place += 1
            try readDigits()
        }
        if try next() | 0x20 == UInt8(ascii: "e") {
            place += 1
            if try [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(next()) { place += 1 }
            try readDigits()
        }
    }

    private mutating func readDigits() throws(Verdict) {
        guard isDigit(try next()) else { throw fault("a digit is missing in the number") }
        while isDigit(try next()) { place += 1 }
    }
}

/// Texts (section 7).
extension JSONJudge {
    private mutating func readText() throws(Verdict) {
        place += 1
        while true {
            switch try next() {
            case Byte.quote:
                place += 1
                return
            case Byte.backslash: try readEscape()
            case Byte.lineFeed, Byte.carriageReturn: throw fault("the text does not end on its line")
            case 0..<0x20: throw fault("a control character stands in the text")
            case 0..<0x80: place += 1
            default: try readCharacter()
            }
        }
    }

    private mutating func readCharacter() throws(Verdict) {
        let length = characterLength(UnsafeBufferPointer(start: text + place, count: end - place))
        guard length > 0 else { throw isCutOff ? .unfinished : fault("the text is not UTF-8") }
        place += length
    }

    /// Whether the character at the end may only lack its last bytes.
    private var isCutOff: Bool {
        let rest = UnsafeBufferPointer(start: text + place, count: end - place)
        return rest.count < 4 && (0xC2...0xF4).contains(rest[0]) && rest.dropFirst().allSatisfy { $0 & 0xC0 == 0x80 }
    }

    private mutating func readEscape() throws(Verdict) {
        let start = place
        place += 1
        switch try next() {
        case Byte.quote, Byte.backslash, UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"), UInt8(ascii: "n"),
            UInt8(ascii: "r"), UInt8(ascii: "t"):
            place += 1
        case UInt8(ascii: "u"):
            place += 1
            let unit = try readCodeUnit(from: start)
            if UTF16.isTrailSurrogate(unit) { throw loneSurrogate(at: start) }
            guard UTF16.isLeadSurrogate(unit) else { return }
            for byte in [Byte.backslash, UInt8(ascii: "u")] {
                guard try next() == byte else { throw loneSurrogate(at: start) }
                place += 1
            }
            guard UTF16.isTrailSurrogate(try readCodeUnit(from: start)) else { throw loneSurrogate(at: start) }
        default: throw .fault("the escape means nothing", at: start)
        }
    }

    private func loneSurrogate(at start: Int) -> Verdict { .fault("half of a surrogate pair stands alone", at: start) }

    private mutating func readCodeUnit(from start: Int) throws(Verdict) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let digit = hexValue(try next()) else { throw .fault("the escape means nothing", at: start) }
            unit = unit << 4 | digit
            place += 1
        }
        return unit
    }
}

private func hexValue(_ byte: UInt8) -> UInt16? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt16(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt16(byte - UInt8(ascii: "a")) + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt16(byte - UInt8(ascii: "A")) + 10
    default: nil
    }
}

private func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }
