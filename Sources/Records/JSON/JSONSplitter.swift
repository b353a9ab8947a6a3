/// Finds where a JSON value ends: it looks at quotes and brackets only, so that it gets over values
/// that are broken, and over such as nobody wants to hold. It can stop behind any byte.
struct JSONSplitter {
    enum Stop: Equatable {
        case needsMore
        /// Behind the last byte of the value.
        case end(Int)
        /// At that byte more brackets are open than a record may have. The end can still be found.
        case tooDeep(Int)
        /// That byte closes another bracket than the one that is open, or ends a line in the middle
        /// of a text, where RFC 8259, 7 has no line end. What follows cannot be told apart.
        case lost(Int)
    }

    private var depth = 0
    /// The kinds of the open brackets, as far as a record may have them: the innermost lowest, 1 for
    /// a brace.
    private var kinds: UInt64 = 0
    private var isInText = false
    private var isEscaped = false

    mutating func advance(_ text: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int) -> Stop {
        var place = start
        while place < end {
            let byte = text[place]
            if isInText {
                if isEscaped {
                    isEscaped = false
                } else if byte == Byte.backslash {
                    isEscaped = true
                } else if byte == Byte.quote {
                    isInText = false
                    if depth == 0 { return .end(place + 1) }
                }
                if byte == Byte.lineFeed { return .lost(place) }
            } else {
                switch byte {
                case Byte.quote: isInText = true
                case Byte.openingBrace, Byte.openingBracket:
                    open(byte)
                    if depth == JSONScanner.depthLimit + 1 { return .tooDeep(place) }
                case Byte.closingBrace, Byte.closingBracket:
                    guard close(byte) else { return .lost(place) }
                    if depth == 0 { return .end(place + 1) }
                default: break
                }
            }
            place += 1
        }
        return .needsMore
    }

    private mutating func open(_ byte: UInt8) {
        depth += 1
        if depth <= JSONScanner.depthLimit { kinds = kinds << 1 | (byte == Byte.openingBrace ? 1 : 0) }
    }

    private mutating func close(_ byte: UInt8) -> Bool {
        depth -= 1
        // Deeper inside, only the number of brackets is known.
        guard depth < JSONScanner.depthLimit else { return true }
        let isBrace = kinds & 1 == 1
        kinds >>= 1
        return isBrace == (byte == Byte.closingBrace)
    }
}
