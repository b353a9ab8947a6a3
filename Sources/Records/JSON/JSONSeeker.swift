/// Finds the index to continue at after a broken record. This is the record's end, if its brackets match.
/// Otherwise it is the next line that begins like a record and is not indented further than the broken
/// record. Objects nested in a record are indented further if each has a line of its own.
struct JSONSeeker {
    enum Resumption: Equatable {
        /// The index after the broken record.
        case end(Int)
        /// The index of a bracket at the beginning of a line.
        case bracket(Int)
    }

    /// The message about the broken record. It is reported when another record has been found.
    let message: String
    let position: RecordPosition
    /// Whether the document ended inside the broken record.
    let isUnfinished: Bool
    private let column: Int
    private let isArray: Bool
    private var splitter = JSONSplitter()
    private var isLost = false
    private var isAtLineStart = false

    /// `column` is the column in which the broken record begins.
    init(_ message: String, at position: RecordPosition, column: Int, isArray: Bool, isUnfinished: Bool) {
        self.message = message
        self.position = position
        self.isUnfinished = isUnfinished
        self.column = column
        self.isArray = isArray
    }

    func addBroken(to batch: inout RecordBatch) { batch.addBroken(message, at: position) }

    /// Returns nil if reading cannot continue in this window. Each line is read once, so many broken records cost no more
    /// than few.
    mutating func advance(_ window: RecordWindow, from start: Int, _ lines: inout LineStarts) -> Resumption? {
        guard let text = window.text.baseAddress else { return nil }
        var index = start
        while index < window.count {
            let first = isAtLineStart ? endOfSpace(text, from: index, to: window.count) : index
            if isAtLineStart, first < window.count {
                isAtLineStart = false
                if isResumption(window, first, &lines) { return .bracket(first) }
            }
            let lineEnd = firstIndex(of: Byte.lineFeed, in: window.text, from: first)
            let next = lineEnd.map { $0 + 1 } ?? window.count
            if let end = findEnd(window.text, from: index, to: next) { return .end(end) }
            index = next
            if lineEnd != nil { isAtLineStart = true }
        }
        return nil
    }

    /// Whether the first byte of a line begins a record or ends the array.
    private func isResumption(_ window: RecordWindow, _ index: Int, _ lines: inout LineStarts) -> Bool {
        let byte = window.text[index]
        guard byte == Byte.openingBrace || byte == Byte.closingBracket && isArray else { return false }
        return lines.position(of: window.base + index).column <= column
    }

    /// The end of the broken record, if it is before `limit`.
    private mutating func findEnd(_ text: UnsafeBufferPointer<UInt8>, from start: Int, to limit: Int) -> Int? {
        var index = start
        while !isLost {
            switch splitter.advance(text, from: index, to: limit) {
            case .needsMore: return nil
            case .end(let end): return end
            case .tooDeep(let deep): index = deep + 1
            case .lost(let lost):
                isLost = true
                index = lost
            }
        }
        // Outside an array, only the line of the error is broken.
        return isArray ? nil : firstIndex(of: Byte.lineFeed, in: UnsafeBufferPointer(rebasing: text[..<limit]), from: index)
    }
}

/// Finds the end of a JSON value by its quotes and brackets only. So it can also skip values that are
/// broken or too large to keep. It can stop after any byte.
struct JSONSplitter {
    enum Stop: Equatable {
        case needsMore
        /// The index after the last byte of the value.
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
        var index = start
        while index < end {
            let byte = text[index]
            if isInText {
                if isEscaped {
                    isEscaped = false
                } else if byte == Byte.backslash {
                    isEscaped = true
                } else if byte == Byte.quote {
                    isInText = false
                    if depth == 0 { return .end(index + 1) }
                }
                if byte == Byte.lineFeed { return .lost(index) }
            } else {
                switch byte {
                case Byte.quote: isInText = true
                case Byte.openingBrace, Byte.openingBracket:
                    open(byte)
                    if depth == JSONScanner.depthLimit + 1 { return .tooDeep(index) }
                case Byte.closingBrace, Byte.closingBracket:
                    guard close(byte) else { return .lost(index) }
                    if depth == 0 { return .end(index + 1) }
                default: break
                }
            }
            index += 1
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
