/// Finds the place to continue at after a broken record. This is the record's end, if its brackets match.
/// Otherwise it is the next line that begins like a record and is not indented further than the broken
/// record. Objects nested in a record are indented further if each has a line of its own.
struct JSONSeeker {
    enum Resumption: Equatable {
        /// The place after the broken record.
        case end(Int)
        /// The place of a bracket at the beginning of a line.
        case bracket(Int)
    }

    /// The message about the broken record. It is reported when another record has been found.
    let message: String
    let place: RecordPlace
    private let column: Int
    private let isArray: Bool
    private var splitter = JSONSplitter()
    private var isLost = false
    private var isAtLineStart = false

    /// `column` is the column in which the broken record begins.
    init(_ message: String, at place: RecordPlace, column: Int, isArray: Bool) {
        self.message = message
        self.place = place
        self.column = column
        self.isArray = isArray
    }

    func addBroken(to batch: inout RecordBatch) { batch.addBroken(message, at: place) }

    /// Returns nil if the place is not in this window.
    mutating func advance(_ window: RecordWindow, from start: Int, _ lines: inout LineStarts) -> Resumption? {
        let end = findEnd(window.text, from: start)
        if let bracket = findBracket(window, from: start, to: end ?? window.count, &lines) { return .bracket(bracket) }
        return end.map { .end($0) }
    }

    private mutating func findEnd(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        var place = start
        while !isLost {
            switch splitter.advance(text, from: place, to: text.count) {
            case .needsMore: return nil
            case .end(let end): return end
            case .tooDeep(let deep): place = deep + 1
            case .lost(let lost):
                isLost = true
                place = lost
            }
        }
        // Outside an array, only the line of the error is broken.
        return isArray ? nil : firstIndex(of: Byte.lineFeed, in: text, from: place)
    }

    private mutating func findBracket(
        _ window: RecordWindow, from start: Int, to end: Int, _ lines: inout LineStarts
    ) -> Int? {
        let text = UnsafeBufferPointer(rebasing: window.text[..<end])
        var place = start
        while true {
            if !isAtLineStart {
                guard let lineEnd = firstIndex(of: Byte.lineFeed, in: text, from: place) else { return nil }
                place = lineEnd + 1
                isAtLineStart = true
            }
            while place < end, isJSONSpace(text[place]) { place += 1 }
            guard place < end else { return nil }
            isAtLineStart = false
            guard text[place] == Byte.openingBrace || text[place] == Byte.closingBracket && isArray else { continue }
            if lines.position(of: window.base + place).column <= column { return place }
        }
    }
}
