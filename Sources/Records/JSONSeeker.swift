/// Looks for the place to go on from, behind a row that is broken. That is its end, where its
/// brackets match; else a line further down that begins like a row, no further right than the
/// broken one did: nested objects stand further right wherever people write one to a line.
struct JSONSeeker {
    enum Place: Equatable {
        /// Behind the broken row.
        case end(Int)
        /// A bracket that begins a line.
        case bracket(Int)
    }

    /// What is to be told of the row, once it is known that it is not the last.
    let message: String
    let position: CataloguePosition
    private let column: Int
    private let isLines: Bool
    private var splitter = JSONSplitter()
    private var isLost = false
    private var isAtLineStart = false

    /// For a row that begins in that column.
    init(_ message: String, at position: CataloguePosition, column: Int, isLines: Bool) {
        self.message = message
        self.position = position
        self.column = column
        self.isLines = isLines
    }

    /// Answers nil if the place is not among these bytes.
    mutating func advance(_ text: UnsafePointer<UInt8>, from start: Int, to count: Int, _ lines: inout JSONLines) -> Place? {
        let end = findEnd(text, from: start, to: count)
        if let bracket = findBracket(text, from: start, to: end ?? count, &lines) { return .bracket(bracket) }
        return end.map { .end($0) }
    }

    private mutating func findEnd(_ text: UnsafePointer<UInt8>, from start: Int, to count: Int) -> Int? {
        var place = start
        while !isLost {
            switch splitter.advance(text, from: place, to: count) {
            case .needsMore: return nil
            case .end(let end): return end
            case .tooDeep(let deep): place = deep + 1
            case .lost(let lost):
                isLost = true
                place = lost
            }
        }
        // A line of JSON Lines is broken alone.
        return isLines ? firstIndex(of: Byte.lineFeed, in: text, from: place, to: count) : nil
    }

    private mutating func findBracket(
        _ text: UnsafePointer<UInt8>, from start: Int, to end: Int, _ lines: inout JSONLines
    ) -> Int? {
        var place = start
        while true {
            if !isAtLineStart {
                guard let lineEnd = firstIndex(of: Byte.lineFeed, in: text, from: place, to: end) else { return nil }
                place = lineEnd + 1
                isAtLineStart = true
            }
            while place < end, isJSONSpace(text[place]) { place += 1 }
            guard place < end else { return nil }
            isAtLineStart = false
            guard text[place] == Byte.openingBrace || text[place] == Byte.closingBracket && !isLines else { continue }
            lines.pass(text, to: place)
            if lines.position.column <= column { return place }
        }
    }
}
