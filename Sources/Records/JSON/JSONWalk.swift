/// Checks a JSON document (RFC 8259) byte by byte up to the value that a pointer names, and what follows that value. It
/// holds no more of the document than one key, so the values that it passes may have any length.
struct JSONWalk {
    private enum State {
        case value, valueOrEnd, keyOrEnd, key, colon, behindValue
        case text, escape, trailEscape, trailUnit
        /// Within the digits of `\u`.
        case unit(digits: Int)
        /// Within a character of several bytes, with the limits of its next byte (RFC 3629, 4).
        case character(rest: Int, ClosedRange<UInt8>)
        case word
        case number(NumberPart)
    }

    fileprivate enum NumberPart { case minus, zero, whole, point, fraction, exponent, exponentSign, exponentDigits }

    private let pointer: [[UInt8]]
    private var state = State.value
    /// The kinds of the open brackets, the innermost one in the lowest bit; 1 is a brace.
    private var kinds: UInt64 = 0
    private var depth = 0
    /// The number of open brackets whose keys and indexes are those of the pointer.
    private var pathDepth = 0
    /// The number of elements so far in each of these brackets.
    private var counts: [Int] = []
    /// Whether the value that comes next is named by the pointer's next token.
    private var isNextOnPath = false
    /// Whether the current text is a key, and whether its bytes are kept.
    private var isTextOfKey = false
    private var isKey = false
    private var key: [UInt8] = []
    private var unit: UInt16 = 0
    private var isTrail = false
    /// The bytes of `true`, `false` or `null` that have not come yet.
    private var restOfWord: ArraySlice<UInt8> = []
    /// The keys of the outermost object whose values are arrays.
    private(set) var arrays: [String] = []

    private static let longestKey = 4096
    private static let mostArrays = 20

    init(to pointer: JSONPointer) { self.pointer = pointer.tokens.map { Array($0.utf8) } }

    /// Whether the document is complete.
    var isComplete: Bool { if case .behindValue = state { depth == 0 } else { false } }

    /// Continues behind the value that was found.
    mutating func passFound() { state = .behindValue }

    /// Returns the place of the first byte of the pointer's value; nil if it is not in this window.
    mutating func advance(_ text: UnsafeBufferPointer<UInt8>, from start: Int) throws(JSONFault) -> Int? {
        var place = start
        while place < text.count {
            if case .text = state, let plain = endOfPlainText(text, from: place), plain > place {
                place = plain
                continue
            }
            if try take(text[place], at: place) { return place }
            place += 1
        }
        return nil
    }

    /// The end of the text's plain bytes, if they need not be kept.
    private func endOfPlainText(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        guard !isKey else { return nil }
        var place = start
        while place < text.count, text[place] >= 0x20, text[place] < 0x80, text[place] != Byte.quote, text[place] != Byte.backslash { place += 1 }
        return place
    }

    /// Returns whether the pointer's value begins with this byte.
    private mutating func take(_ byte: UInt8, at place: Int) throws(JSONFault) -> Bool {
        switch state {
        case .number(let part):
            if let next = part.next(byte) {
                state = .number(next)
                return false
            }
            guard part.mayEnd else { throw JSONFault(.missingDigit, at: place) }
            state = .behindValue
            try takeBetween(byte, at: place)
        case .word:
            guard restOfWord.popFirst() == byte else { throw JSONFault(.missingValue, at: place) }
            if restOfWord.isEmpty { state = .behindValue }
        case .text, .escape, .trailEscape, .trailUnit, .unit, .character: try takeInText(byte, at: place)
        case .value, .valueOrEnd:
            if isJSONSpace(byte) { return false }
            if case .valueOrEnd = state, byte == Byte.closingBracket { return close() }
            return try beginValue(byte, at: place)
        case .keyOrEnd, .key, .colon, .behindValue: try takeBetween(byte, at: place)
        }
        return false
    }

    private mutating func beginValue(_ byte: UInt8, at place: Int) throws(JSONFault) -> Bool {
        if !isInObject, isDirectlyOnPath {
            isNextOnPath = pointer[pathDepth - 1].elementsEqual("\(counts[pathDepth - 1])".utf8)
            counts[pathDepth - 1] += 1
        }
        let isOnPath = isNextOnPath || depth == 0
        isNextOnPath = false
        if isOnPath, pathDepth == pointer.count, depth > 0 { return true }
        switch byte {
        case Byte.openingBrace, Byte.openingBracket:
            guard depth < JSONScanner.depthLimit else { throw JSONFault(.depth, at: place) }
            let isObject = byte == Byte.openingBrace
            if !isObject, depth == 1, isInObject, arrays.count < Self.mostArrays { arrays.append(String(decoding: keyText, as: UTF8.self)) }
            kinds = kinds << 1 | (isObject ? 1 : 0)
            depth += 1
            if isOnPath {
                pathDepth += 1
                counts.append(0)
            }
            state = isObject ? .keyOrEnd : .valueOrEnd
        case Byte.quote: beginText(isKey: false)
        case UInt8(ascii: "-"): state = .number(.minus)
        case UInt8(ascii: "0"): state = .number(.zero)
        case UInt8(ascii: "1")...UInt8(ascii: "9"): state = .number(.whole)
        case UInt8(ascii: "t"): begin("rue")
        case UInt8(ascii: "f"): begin("alse")
        case UInt8(ascii: "n"): begin("ull")
        default: throw JSONFault(.missingValue, at: place)
        }
        return false
    }

    private var isInObject: Bool { depth > 0 && kinds & 1 == 1 }
    private var isDirectlyOnPath: Bool { depth > 0 && depth == pathDepth }

    private mutating func begin(_ rest: String) {
        restOfWord = Array(rest.utf8)[...]
        state = .word
    }

    private mutating func beginText(isKey: Bool) {
        self.isKey = isKey && (isDirectlyOnPath || depth == 1)
        isNextOnPath = false
        key.removeAll(keepingCapacity: true)
        isTextOfKey = isKey
        state = .text
    }

    /// Takes a byte that is in no value: white space, brackets, commas and colons.
    private mutating func takeBetween(_ byte: UInt8, at place: Int) throws(JSONFault) {
        if isJSONSpace(byte) { return }
        switch (state, byte) {
        case (.keyOrEnd, Byte.quote), (.key, Byte.quote): beginText(isKey: true)
        case (.keyOrEnd, Byte.closingBrace): _ = close()
        case (.key, Byte.closingBrace): throw JSONFault(.nothingBehindComma, at: place)
        case (.keyOrEnd, _), (.key, _): throw JSONFault(.missingKey, at: place)
        case (.colon, UInt8(ascii: ":")): state = .value
        case (.colon, _): throw JSONFault(.missingColon, at: place)
        case (_, _) where depth == 0: throw JSONFault(.textBehindDocument, at: place)
        case (_, Byte.comma): state = isInObject ? .key : .value
        case (_, Byte.closingBrace) where isInObject, (_, Byte.closingBracket) where !isInObject: _ = close()
        default: throw JSONFault(isInObject ? .missingCommaInObject : .missingCommaInArray, at: place)
        }
    }

    private mutating func close() -> Bool {
        if isDirectlyOnPath {
            pathDepth -= 1
            counts.removeLast()
        }
        kinds >>= 1
        depth -= 1
        state = .behindValue
        return false
    }
}

// Texts (RFC 8259, 7).
extension JSONWalk {
    private mutating func takeInText(_ byte: UInt8, at place: Int) throws(JSONFault) {
        if isKey, key.count < Self.longestKey { key.append(byte) }
        switch state {
        case .escape: try takeEscape(byte, at: place)
        case .trailEscape, .trailUnit:
            let isFirst = if case .trailEscape = state { true } else { false }
            guard byte == (isFirst ? Byte.backslash : UInt8(ascii: "u")) else { throw JSONFault(.halfSurrogate, at: place) }
            state = isFirst ? .trailUnit : .unit(digits: 4)
        case .unit(let digits):
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { throw JSONFault(.escape, at: place) }
            unit = unit << 4 | UInt16(digit)
            state = digits > 1 ? .unit(digits: digits - 1) : try behindUnit(at: place)
        case .character(let rest, let limits):
            guard limits.contains(byte) else { throw JSONFault(.encoding, at: place) }
            state = rest > 1 ? .character(rest: rest - 1, 0x80...0xBF) : .text
        default:
            switch byte {
            case Byte.quote: endText()
            case Byte.backslash: state = .escape
            case 0..<0x20: throw JSONFault(byte == 0x0A || byte == 0x0D ? .openText : .controlCharacter, at: place)
            case 0x80...: state = try beginCharacter(byte, at: place)
            default: break
            }
        }
    }

    private mutating func takeEscape(_ byte: UInt8, at place: Int) throws(JSONFault) {
        if byte == UInt8(ascii: "u") {
            (unit, isTrail) = (0, false)
            state = .unit(digits: 4)
        } else {
            guard "\"\\/bfnrt".utf8.contains(byte) else { throw JSONFault(.escape, at: place) }
            state = .text
        }
    }

    private mutating func behindUnit(at place: Int) throws(JSONFault) -> State {
        guard isTrail == UTF16.isTrailSurrogate(unit) else { throw JSONFault(.halfSurrogate, at: place) }
        isTrail = UTF16.isLeadSurrogate(unit)
        unit = 0
        return isTrail ? .trailEscape : .text
    }

    private func beginCharacter(_ byte: UInt8, at place: Int) throws(JSONFault) -> State {
        switch byte {
        case 0xC2...0xDF: .character(rest: 1, 0x80...0xBF)
        case 0xE0: .character(rest: 2, 0xA0...0xBF)
        case 0xED: .character(rest: 2, 0x80...0x9F)
        case 0xE1...0xEF: .character(rest: 2, 0x80...0xBF)
        case 0xF0: .character(rest: 3, 0x90...0xBF)
        case 0xF1...0xF3: .character(rest: 3, 0x80...0xBF)
        case 0xF4: .character(rest: 3, 0x80...0x8F)
        default: throw JSONFault(.encoding, at: place)
        }
    }

    private mutating func endText() {
        guard isTextOfKey else {
            state = .behindValue
            return
        }
        isTextOfKey = false
        state = .colon
        guard isKey, isDirectlyOnPath else { return }
        isNextOnPath = keyText.elementsEqual(pointer[pathDepth - 1])
    }

    /// The key without its escapes. The kept bytes end with the quote.
    private var keyText: [UInt8] {
        guard key.count < Self.longestKey else { return [] }
        let text = [Byte.quote] + key
        var decoded: [UInt8] = []
        return text.withUnsafeBufferPointer { text in
            guard let base = text.baseAddress else { return [] }
            var scanner = JSONScanner(base, from: 0, to: text.count)
            // The walk has checked the text, so it can be read.
            guard let range = try? scanner.readText(&decoded) else { return [] }
            return decoded.withUnsafeBufferPointer { Array(TextBytes(document: text, decoded: $0)[range]) }
        }
    }
}

extension JSONWalk.NumberPart {
    /// The part that a byte belongs to; nil if it is not of the number (RFC 8259, 6).
    fileprivate func next(_ byte: UInt8) -> Self? {
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

    fileprivate var mayEnd: Bool {
        switch self {
        case .zero, .whole, .fraction, .exponentDigits: true
        case .minus, .point, .exponent, .exponentSign: false
        }
    }
}
