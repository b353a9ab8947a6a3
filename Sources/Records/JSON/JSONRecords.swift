import WeirBase

/// The objects of a JSON array, or a sequence of objects such as JSON Lines.
///
/// After a broken record, brackets and line ends show where the next record begins.
struct JSONRecords: RecordReader {
    enum State {
        /// Before the array, or before the first object.
        case leading
        /// In an array: after the opening bracket, after a record, after a comma.
        case behindBracket, behindRecord, behindComma
        /// Between objects that are not in an array.
        case betweenObjects
        /// At the opening brace of a record.
        case record(lacksComma: Bool)
        case seeking(JSONSeeker)
        /// In text that is not a JSON value.
        case passing
        case behindArray
    }

    var form: RecordFormat.JSONForm
    let mayBeEmpty: Bool
    private let isNested: Bool
    let projection: Projection
    var state = State.leading
    var splitter = JSONSplitter()
    /// The number of bytes of the record that the splitter has read.
    var splitCount = 0

    init(_ projection: Projection, form: RecordFormat.JSONForm) { self.init(projection, form, isNested: false) }

    /// An array in a larger document. Reading ends behind it.
    init(nested projection: Projection) { self.init(projection, .array, isNested: true) }

    private init(_ projection: Projection, _ form: RecordFormat.JSONForm, isNested: Bool) {
        self.projection = projection
        self.form = form
        self.isNested = isNested
        mayBeEmpty = form == .objects || form == .lines
    }

    var isBehindArray: Bool { if case .behindArray = state { true } else { false } }

    mutating func read(_ window: RecordWindow, from start: Int, into batch: inout RecordBatch) throws(DocumentFailure) -> Int {
        guard let text = window.text.baseAddress else {
            if window.isEnd { try finish(window, into: &batch) }
            return start
        }
        guard var index = batch.textStart(in: window, from: start) else { return start }
        while !batch.isFull {
            guard let next = try step(window, text, from: index, into: &batch) else {
                if window.isEnd { try finish(window, into: &batch) }
                break
            }
            index = next
            if isNested, isBehindArray { break }
        }
        return index
    }

    /// Returns the index to continue at; nil if more bytes are needed.
    private mutating func step(
        _ window: RecordWindow, _ text: UnsafePointer<UInt8>, from index: Int, into batch: inout RecordBatch
    ) throws(DocumentFailure) -> Int? {
        switch state {
        case .record(let lacksComma): return try readRecords(window, text, from: index, lacksComma: lacksComma, into: &batch)
        case .seeking(var seeker):
            guard index < window.count else { return nil }
            let found = seeker.advance(window, from: index, &batch.lines)
            state = .seeking(seeker)
            return found.map { resume(at: $0, window, behind: seeker, into: &batch) } ?? window.count
        case .passing:
            guard index < window.count else { return nil }
            return pass(window, from: index)
        case .leading, .behindBracket, .behindRecord, .behindComma, .betweenObjects, .behindArray:
            let next = endOfSpace(text, from: index, to: window.count)
            guard next < window.count else { return next > index ? next : nil }
            return try readBetween(window, at: next, into: &batch)
        }
    }

    /// Reads the first byte after white space.
    private mutating func readBetween(
        _ window: RecordWindow, at index: Int, into batch: inout RecordBatch
    ) throws(DocumentFailure) -> Int {
        let offset = window.base + index
        let noObject = "the \(batch.nouns.element) is not an object"
        switch (state, window.text[index]) {
        case (.leading, let byte):
            return try index + begin(with: byte, at: offset, &batch)
        case (.behindArray, _):
            throw batch.failure("text follows the array's end", at: offset)
        case (.behindRecord, Byte.openingBrace):
            beginRecord(lacksComma: true)
            return index
        case (_, Byte.openingBrace):
            beginRecord(lacksComma: false)
            return index
        case (.betweenObjects, _):
            batch.addBroken("no object begins here", at: offset)
            state = .passing
        case (.behindRecord, Byte.comma):
            state = .behindComma
        case (_, Byte.comma):
            batch.addBroken("no \(batch.nouns.element) stands before the comma", at: offset)
            state = .behindComma
        case (.behindComma, Byte.closingBracket):
            batch.addBroken("no \(batch.nouns.element) follows the last comma", at: offset)
            state = .behindArray
        case (_, Byte.closingBracket):
            state = .behindArray
        case (_, Byte.openingBracket), (_, Byte.quote):
            seek(noObject, at: offset, behind: offset, &batch)
            return index
        default:
            batch.addBroken(noObject, at: offset)
            state = .passing
        }
        return index + 1
    }

    /// Returns the number of bytes that were read.
    private mutating func begin(with byte: UInt8, at offset: Int, _ batch: inout RecordBatch) throws(DocumentFailure) -> Int {
        if form == .any, byte == Byte.openingBracket { form = .array }
        if form == .any, byte == Byte.openingBrace { form = .objects }
        switch form {
        case .array where byte == Byte.openingBracket:
            state = .behindBracket
            return 1
        case .objects, .lines:
            state = .betweenObjects
            return 0
        case .any, .array:
            let advice: Advice? = batch.nouns.isCatalogue ? "; if it is no JSON, \(.format) says what it is, such as csv" : nil
            throw batch.failure("neither an array nor an object begins the \(batch.nouns.document)", advice, at: offset)
        }
    }

    /// Skips text that is not a value, up to a byte that may begin a value.
    private mutating func pass(_ window: RecordWindow, from start: Int) -> Int {
        for index in start..<window.count {
            switch window.text[index] {
            case Byte.lineFeed: break
            case Byte.comma, Byte.closingBracket, Byte.openingBrace: if form != .array { continue }
            default: continue
            }
            stateBehindRecord()
            return index
        }
        return window.count
    }

    mutating func stateBehindRecord() { state = form == .array ? .behindRecord : .betweenObjects }

    private mutating func finish(_ window: RecordWindow, into batch: inout RecordBatch) throws(DocumentFailure) {
        defer { state = .behindArray }
        switch state {
        case .leading:
            if !mayBeEmpty { throw DocumentFailure("the \(batch.nouns.document) is empty") }
        case .seeking(let seeker):
            // In an array, more records may be left. A catalogue that ends inside a row was cut, so its other rows may be lost.
            guard form != .array, !(seeker.isUnfinished && batch.nouns.isCatalogue) else {
                throw DocumentFailure(seeker.message, at: seeker.position)
            }
            seeker.addBroken(to: &batch)
        case .behindBracket, .behindRecord, .behindComma, .passing, .record:
            guard form != .array else {
                throw batch.failure("the \(batch.nouns.document) ends before its array does", at: window.base + window.count)
            }
        case .betweenObjects, .behindArray: break
        }
    }
}
