/// Checks a JSON text (RFC 8259, 7) byte by byte, from behind its opening quote to its closing one.
struct JSONTextWalk {
    private enum State {
        case plain, escape, trailEscape, trailUnit
        /// Within the digits of `\u`.
        case unit(digits: Int)
        /// Within a character of several bytes, with the limits of its next byte (RFC 3629, 4).
        case character(rest: Int, ClosedRange<UInt8>)
    }

    private var state = State.plain
    private var unit: UInt16 = 0
    private var isTrail = false
    private var isKept = false
    /// The bytes of a text that is kept, with the closing quote.
    private var bytes: [UInt8] = []

    private static let longestKept = 4096

    mutating func begin(isKept: Bool) {
        state = .plain
        self.isKept = isKept
        bytes.removeAll(keepingCapacity: true)
    }

    /// The end of the bytes from a place on that need neither a check nor to be kept.
    func endOfPlain(_ window: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        guard case .plain = state, !isKept else { return start }
        var place = start
        while place < window.count, window[place] >= 0x20, window[place] < 0x80 {
            if window[place] == Byte.quote || window[place] == Byte.backslash { break }
            place += 1
        }
        return place
    }

    /// Returns whether the text ends with this byte.
    mutating func take(_ byte: UInt8, at place: Int) throws(JSONFault) -> Bool {
        if isKept, bytes.count < Self.longestKept { bytes.append(byte) }
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
            state = rest > 1 ? .character(rest: rest - 1, 0x80...0xBF) : .plain
        case .plain:
            switch byte {
            case Byte.quote: return true
            case Byte.backslash: state = .escape
            case 0..<0x20: throw JSONFault(byte == 0x0A || byte == 0x0D ? .openText : .controlCharacter, at: place)
            case 0x80...: state = try beginCharacter(byte, at: place)
            default: break
            }
        }
        return false
    }

    private mutating func takeEscape(_ byte: UInt8, at place: Int) throws(JSONFault) {
        if byte == UInt8(ascii: "u") {
            (unit, isTrail) = (0, false)
            state = .unit(digits: 4)
        } else {
            guard "\"\\/bfnrt".utf8.contains(byte) else { throw JSONFault(.escape, at: place) }
            state = .plain
        }
    }

    private mutating func behindUnit(at place: Int) throws(JSONFault) -> State {
        guard isTrail == UTF16.isTrailSurrogate(unit) else { throw JSONFault(.halfSurrogate, at: place) }
        isTrail = UTF16.isLeadSurrogate(unit)
        unit = 0
        return isTrail ? .trailEscape : .plain
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

    /// The text without its escapes, once it has ended; empty if it was not kept or is very long.
    var content: [UInt8] {
        guard isKept, bytes.count < Self.longestKept else { return [] }
        let text = [Byte.quote] + bytes
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
