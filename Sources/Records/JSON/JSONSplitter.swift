/// Finds the end of a JSON value by its quotes and brackets only. So it can also skip values that are
/// broken or too large to keep. It can stop after any byte.
struct JSONSplitter {
    enum Stop: Equatable {
        case needsMore
        /// The place after the last byte of the value.
        case end(Int)
        /// At this byte, the nesting is deeper than a record allows. The end can still be found.
        case tooDeep(Int)
        /// This byte closes a bracket of the wrong kind, or is a line end within a string, which RFC 8259,
        /// 7 forbids. The end cannot be found.
        case lost(Int)
    }

    private var depth = 0
    /// The kinds of the open brackets, up to the maximum depth of a record. The lowest bit is the innermost
    /// bracket, and 1 is a brace.
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
        // Beyond the maximum depth, only the number of brackets is known.
        guard depth < JSONScanner.depthLimit else { return true }
        let isBrace = kinds & 1 == 1
        kinds >>= 1
        return isBrace == (byte == Byte.closingBrace)
    }
}
