/// Goes from row to row, through whatever stands between them.
struct JSONCatalogue {
    private enum State {
        case beginning
        /// Behind the byte order mark.
        case leading
        /// In an array: behind its bracket, a row, a comma.
        case behindBracket, behindRow, behindComma
        /// Between the rows of JSON Lines.
        case betweenLines
        /// At a row's brace.
        case row(lacksComma: Bool)
        case seeking(JSONSeeker)
        /// In something that is no value.
        case passing
        case behindArray
    }

    private let mayBeEmpty: Bool
    private var isLines: Bool?
    private var state = State.beginning
    private var lines = JSONLines()
    private var run: JSONRun
    private var splitter = JSONSplitter()
    /// How much of the row the splitter has passed.
    private var splitCount = 0

    init(_ columns: UsedColumns, lines: Bool?) {
        isLines = lines
        mayBeEmpty = lines == true
        run = JSONRun(columns)
    }

    /// Takes the rows that are complete, and answers how many bytes are used up.
    mutating func take(
        _ text: UnsafeMutablePointer<UInt8>, _ count: Int, isEnd: Bool, into batch: inout RowBatch
    ) throws(CatalogueFailure) -> Int {
        var place = 0
        while let next = try step(text, from: place, to: count, isEnd: isEnd, into: &batch) { place = next }
        lines.pass(text, to: place)
        if isEnd { try finish(into: &batch) }
        lines.dropFirst(place)
        return place
    }

    /// Answers the place to go on from, or nil if more bytes are needed.
    private mutating func step(
        _ text: UnsafeMutablePointer<UInt8>, from place: Int, to count: Int, isEnd: Bool, into batch: inout RowBatch
    ) throws(CatalogueFailure) -> Int? {
        switch state {
        case .row(let lacksComma):
            return takeRows(text, from: place, to: count, isEnd: isEnd, lacksComma: lacksComma, into: &batch)
        case .seeking(var seeker):
            guard place < count else { return nil }
            let found = seeker.advance(text, from: place, to: count, &lines)
            state = .seeking(seeker)
            return found.map { resume(at: $0, text, behind: seeker, into: &batch) } ?? count
        case .passing:
            guard place < count else { return nil }
            return pass(text, from: place, to: count)
        case .beginning:
            guard let mark = byteOrderMark(text, count, isEnd: isEnd) else { return nil }
            lines.passMark(mark)
            state = .leading
            return mark
        case .leading, .behindBracket, .behindRow, .behindComma, .betweenLines, .behindArray:
            var next = place
            while next < count, isJSONSpace(text[next]) { next += 1 }
            guard next < count else { return next > place ? next : nil }
            return try readBetween(text, at: next, into: &batch)
        }
    }

    /// Looks at the first byte behind space.
    private mutating func readBetween(
        _ text: UnsafePointer<UInt8>, at place: Int, into batch: inout RowBatch
    ) throws(CatalogueFailure) -> Int {
        lines.pass(text, to: place)
        switch (state, text[place]) {
        case (.leading, let byte):
            return try place + begin(with: byte, batch.words)
        case (.behindArray, _):
            throw CatalogueFailure("text follows the array's end", at: lines.position)
        case (.behindRow, Byte.openingBrace):
            beginRow(lacksComma: true)
            return place
        case (_, Byte.openingBrace):
            beginRow(lacksComma: false)
            return place
        case (.betweenLines, _):
            batch.appendBroken("no object begins here", at: lines.position)
            state = .passing
        case (.behindRow, Byte.comma):
            state = .behindComma
        case (_, Byte.comma):
            batch.appendBroken("no \(batch.words.row) stands before the comma", at: lines.position)
            state = .behindComma
        case (.behindComma, Byte.closingBracket):
            batch.appendBroken("no \(batch.words.row) follows the last comma", at: lines.position)
            state = .behindArray
        case (_, Byte.closingBracket):
            state = .behindArray
        case (_, Byte.openingBracket), (_, Byte.quote):
            seek("the \(batch.words.row) is not an object", at: lines.position)
            return place
        default:
            batch.appendBroken("the \(batch.words.row) is not an object", at: lines.position)
            state = .passing
        }
        return place + 1
    }

    /// Answers how many bytes that was.
    private mutating func begin(with byte: UInt8, _ words: RowWords) throws(CatalogueFailure) -> Int {
        let isArray = byte == Byte.openingBracket
        if isLines == nil, isArray || byte == Byte.openingBrace { isLines = !isArray }
        guard let isLines, isLines || isArray else {
            throw CatalogueFailure("neither an array nor an object begins the \(words.whole)", at: lines.position)
        }
        state = isLines ? .betweenLines : .behindBracket
        return isLines ? 0 : 1
    }

    /// Passes what is no value, up to where a value may begin.
    private mutating func pass(_ text: UnsafePointer<UInt8>, from start: Int, to count: Int) -> Int {
        for place in start..<count {
            switch text[place] {
            case Byte.lineFeed: break
            case Byte.comma, Byte.closingBracket, Byte.openingBrace: if isLines == true { continue }
            default: continue
            }
            stateBehindRow()
            return place
        }
        return count
    }

    private mutating func stateBehindRow() { state = isLines == true ? .betweenLines : .behindRow }

    private mutating func finish(into batch: inout RowBatch) throws(CatalogueFailure) {
        defer { state = .behindArray }
        switch state {
        case .beginning, .leading:
            if !mayBeEmpty { throw CatalogueFailure("the \(batch.words.whole) is empty") }
        case .seeking(let seeker):
            // Whether rows of the array are left behind cannot be told.
            guard isLines == true else { throw CatalogueFailure(seeker.message, at: seeker.position) }
            batch.appendBroken(seeker.message, at: seeker.position)
        case .behindBracket, .behindRow, .behindComma, .passing, .row:
            guard isLines == true else {
                throw CatalogueFailure("the \(batch.words.whole) ends before its array does", at: lines.position)
            }
        case .betweenLines, .behindArray: break
        }
    }
}

extension JSONCatalogue {
    private mutating func beginRow(lacksComma: Bool) {
        state = .row(lacksComma: lacksComma)
        splitter = JSONSplitter()
        splitCount = 0
    }

    private mutating func takeRows(
        _ text: UnsafeMutablePointer<UInt8>, from place: Int, to count: Int, isEnd: Bool, lacksComma: Bool,
        into batch: inout RowBatch
    ) -> Int? {
        if splitCount == 0, !lacksComma,
            let end = run.take(text, from: place, to: count, isLines: isLines == true, &lines, into: &batch)
        {
            stateBehindRow()
            return end
        }
        let limit = min(count, place + CatalogueLimits.rowBytes)
        switch splitter.advance(text, from: place + splitCount, to: limit) {
        case .end(let end):
            let length = end - place
            if run.isSound(text + place, length) {
                stateBehindRow()
                if lacksComma {
                    batch.appendBroken("no comma stands before the \(batch.words.row)", at: lines.position)
                } else {
                    run.takeSound(text, from: place, &lines, into: &batch)
                }
                return end
            }
            refuse("the \(batch.words.row) is not sound JSON", text, from: place, length)
        case .tooDeep(let byte), .lost(let byte):
            refuse("the \(batch.words.row) is not sound JSON", text, from: place, byte + 1 - place)
        case .needsMore:
            splitCount = limit - place
            if count > limit {
                refuse("the \(batch.words.row) is longer than \(CatalogueLimits.rowBytes) bytes", text, from: place, splitCount)
            } else if isEnd {
                refuse("the \(batch.words.whole) ends inside the \(batch.words.row)", text, from: place, splitCount)
            } else {
                return nil
            }
        }
        return place
    }

    /// Finds out what is wrong with a row; the message is for one in whose bytes there is no fault.
    private mutating func refuse(_ message: String, _ text: UnsafePointer<UInt8>, from place: Int, _ count: Int) {
        if case .fault(let fault, let offset) = JSONJudge.verdict(on: text + place, count) {
            seek(fault, at: lines.position(of: place + offset, in: text))
        } else {
            seek(message, at: lines.position)
        }
    }

    private mutating func seek(_ message: String, at position: CataloguePosition) {
        state = .seeking(
            JSONSeeker(message, at: position, column: lines.position.column, isLines: isLines == true))
    }

    private mutating func resume(
        at place: JSONSeeker.Place, _ text: UnsafePointer<UInt8>, behind seeker: JSONSeeker, into batch: inout RowBatch
    ) -> Int {
        batch.appendBroken(seeker.message, at: seeker.position)
        stateBehindRow()
        switch place {
        case .end(let end): return end
        case .bracket(let bracket):
            // A row that begins a line needs no comma before it: that may be in the broken one.
            if isLines != true, text[bracket] == Byte.openingBrace { state = .behindComma }
            return bracket
        }
    }
}
