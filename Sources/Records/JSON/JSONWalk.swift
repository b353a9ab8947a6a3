/// Checks a JSON document (RFC 8259) byte by byte up to the value that a pointer names, and what follows that value. It
/// holds no more of the document than one key, so the values that it passes may have any length.
struct JSONWalk {
    private enum State {
        case value, valueOrEnd, keyOrEnd, key, colon, behindValue
        case text, word
        case number(JSONNumberPart)
    }

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
    /// The current text, or the last one, and whether it is a key. Only keys that may be asked for are kept.
    private var text = JSONTextWalk()
    private var isTextOfKey = false
    /// The bytes of `true`, `false` or `null` that have not come yet.
    private var restOfWord: ArraySlice<UInt8> = []
    /// The keys of the outermost object whose values are arrays.
    private(set) var arrays: [String] = []

    private static let mostArrays = 20

    init(to pointer: JSONPointer) { self.pointer = pointer.tokens.map { Array($0.utf8) } }

    /// Whether the document is complete.
    var isComplete: Bool { if case .behindValue = state { depth == 0 } else { false } }

    /// Continues behind the value that was found.
    mutating func passFound() { state = .behindValue }

    /// Returns the place of the first byte of the pointer's value; nil if it is not in this window.
    mutating func advance(_ window: UnsafeBufferPointer<UInt8>, from start: Int) throws(JSONFault) -> Int? {
        var place = start
        while place < window.count {
            if case .text = state { place = text.endOfPlain(window, from: place) }
            guard place < window.count else { break }
            if try take(window[place], at: place) { return place }
            place += 1
        }
        return nil
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
        case .text: if try text.take(byte, at: place) { endText() }
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
            if !isObject, depth == 1, isInObject, arrays.count < Self.mostArrays { arrays.append(String(decoding: text.content, as: UTF8.self)) }
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
        text.begin(isKept: isKey && (isDirectlyOnPath || depth == 1))
        isNextOnPath = false
        isTextOfKey = isKey
        state = .text
    }

    private mutating func endText() {
        state = isTextOfKey ? .colon : .behindValue
        guard isTextOfKey, isDirectlyOnPath else { return }
        isNextOnPath = text.content.elementsEqual(pointer[pathDepth - 1])
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
