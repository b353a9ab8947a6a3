/// Looks for the place to go on from, behind a record that is broken. That is its end, where its
/// brackets match; else a line further down that begins like a record, no further right than the
/// broken one did: nested objects stand further right wherever people write one to a line.
struct JSONSeeker {
    enum Resumption: Equatable {
        /// Behind the broken record.
        case end(Int)
        /// A bracket that begins a line.
        case bracket(Int)
    }

    /// What is to be told of the record, once it is known that it is not the last.
    let message: String
    let place: RecordPlace
    private let column: Int
    private let isArray: Bool
    private var splitter = JSONSplitter()
    private var isLost = false
    private var isAtLineStart = false

    /// For a record that begins in that column.
    init(_ message: String, at place: RecordPlace, column: Int, isArray: Bool) {
        self.message = message
        self.place = place
        self.column = column
        self.isArray = isArray
    }

    func addBroken(to batch: inout RecordBatch) { batch.addBroken(message, at: place) }

    /// Answers nil if the place is not in this window.
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
        // Where no array holds the records, a line is broken alone.
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
