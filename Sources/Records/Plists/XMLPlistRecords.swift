import WeirBase

/// The dictionaries in the top-level array of an XML property list, as iOS apps contain it. expat parses
/// the XML; this type checks the structure. Copies of a reader share one parser, so use only one.
struct XMLPlistRecords: RecordReader {
    /// The part of the structure in which the next event occurs.
    private enum State {
        case document, plist, array, record, key, value
        /// Within an element that is ignored. The state ends when only `until` elements are open.
        case skipped(until: Int)
        /// After the end of the array.
        case end
    }

    /// The key whose value comes next.
    private enum Key {
        case none, unused
        /// The text of the key is one of the record's decoded texts.
        case used(column: Int32, text: Range<Int>, range: TextRange)
    }

    /// The reason why a record is broken, with the position of the event or of the record.
    private struct Fault: Error {
        let message: String
        var isOfWholeRecord = false

        static let tooLong = Fault(
            message: "the dictionary is longer than \(RecordLimits.recordBytes) bytes", isOfWholeRecord: true)
    }

    private let projection: Projection
    private let parser = XMLPlistParser()
    private var state = State.document
    private var openElements = 0
    /// Whether text or an entity occurred where only elements are allowed. The error is reported at the
    /// next tag, since the start of such text depends on how the document was split into pieces.
    private var hasStrayText = false
    private var recordPosition = RecordPosition(textPosition: TextPosition(line: 1, column: 1), offset: 0)
    private var key = Key.none
    /// The kind of the current value.
    private var kind = ValueKind.text
    /// The offset of the tag of the current key or value, and the start of its text among the decoded texts
    /// of the record.
    private var tagOffset = 0
    private var textStart = 0

    /// The number of open elements between records, and between the values of a record.
    private static let arrayDepth = 2
    private static let recordDepth = 3

    init(_ projection: Projection) { self.projection = projection }

    mutating func read(_ window: RecordWindow, from start: Int, into batch: inout RecordBatch) throws(DocumentFailure) -> Int {
        try parser.read(window, from: start, into: &batch) { event, batch throws(DocumentFailure) in try take(event, window, into: &batch) }
    }

    private mutating func take(
        _ event: XMLPlistEvent, _ window: RecordWindow, into batch: inout RecordBatch
    ) throws(DocumentFailure) {
        switch event.kind {
        case .start: openElements += 1
        case .end: openElements -= 1
        case .text, .entity: break
        }
        switch state {
        case .skipped(let depth):
            guard case .end = event.kind, openElements == depth else { return }
            state = depth == Self.arrayDepth ? .array : .record
        case .array: takeBetweenRecords(event, into: &batch)
        case .document, .plist, .end:
            if let fault = faultOutsideRecords(event, batch.nouns) { throw batch.failure(fault.message, fault.advice, at: event.offset) }
        case .record, .key, .value:
            do throws(Fault) {
                try takeInRecord(event, window, into: &batch)
            } catch {
                if error.isOfWholeRecord {
                    batch.addBroken(error.message, at: recordPosition)
                } else {
                    batch.addBroken(error.message, at: event.offset)
                }
                hasStrayText = false
                state = openElements == Self.arrayDepth ? .array : .skipped(until: Self.arrayDepth)
            }
        }
    }
}

// Events around the array and directly in it.
extension XMLPlistRecords {
    private mutating func faultOutsideRecords(_ event: XMLPlistEvent, _ nouns: DocumentNouns) -> (message: String, advice: Advice?)? {
        switch event.kind {
        case .text, .entity:
            hasStrayText = true
            return nil
        case .start, .end:
            if hasStrayText { return ("text where a property list has none", nil) }
        }
        switch (state, event.kind) {
        case (.document, .start(.plist)): state = .plist
        case (.document, .start(let element)):
            return ("a property list begins with <plist>, this XML with <\(name(of: element, event))>", nil)
        case (.plist, .start(.array)): state = .array
        case (.plist, .start(let element)):
            guard let kind = element?.kind else { return ("<\(name(of: element, event))> is not of a property list", nil) }
            return nouns.faultOfPropertyList(kind)
        case (.plist, .end): return ("the property list is empty", nil)
        case (.end, .start): return ("a second value behind the array", nil)
        default: break
        }
        return nil
    }

    private mutating func takeBetweenRecords(_ event: XMLPlistEvent, into batch: inout RecordBatch) {
        switch event.kind {
        case .text, .entity:
            hasStrayText = true
            return
        case .start, .end:
            if hasStrayText { batch.addBroken("text between the dictionaries", at: event.offset) }
            hasStrayText = false
        }
        guard case .start(let element) = event.kind else {
            state = .end
            return
        }
        if element == .dict {
            batch.beginRecord(at: event.offset, from: event.offset)
            key = .none
            recordPosition = batch.position(of: event.offset)
            state = .record
        } else {
            let name = element?.kind?.name ?? "<\(name(of: element, event))>"
            batch.addBroken("the \(batch.nouns.element) is \(name), not a dictionary", at: event.offset)
            state = .skipped(until: Self.arrayDepth)
        }
    }

    /// The element's name for messages, shortened because a name may have any length.
    private func name(of element: XMLPlistElement?, _ event: XMLPlistEvent) -> String {
        element.map { $0.name.description } ?? String(String(decoding: event.text, as: UTF8.self).prefix(40))
    }
}

// Events within a record.
extension XMLPlistRecords {
    private mutating func takeInRecord(
        _ event: XMLPlistEvent, _ window: RecordWindow, into batch: inout RecordBatch
    ) throws(Fault) {
        guard event.offset - recordPosition.offset <= RecordLimits.recordBytes else { throw .tooLong }
        switch state {
        case .key, .value: try takeText(event, window, into: &batch)
        default: try takeBetweenValues(event, window, into: &batch)
        }
    }

    private mutating func takeBetweenValues(
        _ event: XMLPlistEvent, _ window: RecordWindow, into batch: inout RecordBatch
    ) throws(Fault) {
        switch event.kind {
        case .text, .entity:
            hasStrayText = true
            return
        case .start, .end:
            if hasStrayText { throw Fault(message: "text between the keys and the values") }
        }
        switch (event.kind, key) {
        case (.start(.key), .none): beginText(in: .key, event, batch)
        case (.start(.key), _), (.end, .unused), (.end, .used): throw Fault(message: "a key without a value")
        case (.start(let element), _):
            guard let element, let kind = element.kind else {
                throw Fault(message: "<\(name(of: element, event))> is not of a property list")
            }
            try begin(kind, of: element, event, window, &batch)
        default:
            // expat reports only the start of the end tag, so its length is added.
            batch.finishRecord(at: event.offset + "</dict>".utf8.count)
            state = .array
        }
    }

    private mutating func begin(
        _ kind: ValueKind, of element: XMLPlistElement, _ event: XMLPlistEvent, _ window: RecordWindow,
        _ batch: inout RecordBatch
    ) throws(Fault) {
        switch key {
        case .none: throw Fault(message: "a value without a key")
        case .unused:
            key = .none
            state = .skipped(until: Self.recordDepth)
        case .used:
            self.kind = kind
            beginText(in: .value, event, batch)
            if kind == .flag { element.name.withUTF8Buffer { batch.decoded.append(contentsOf: $0) } }
            guard !kind.hasText else { return }
            addField(to: &batch, TextRange(event.offset, count: 1))
            state = .skipped(until: Self.recordDepth)
        }
    }

    private mutating func beginText(in next: State, _ event: XMLPlistEvent, _ batch: RecordBatch) {
        state = next
        tagOffset = event.offset
        textStart = batch.openTextCount
    }

    private mutating func takeText(
        _ event: XMLPlistEvent, _ window: RecordWindow, into batch: inout RecordBatch
    ) throws(Fault) {
        switch event.kind {
        case .text:
            guard batch.openTextCount + event.text.count <= RecordLimits.recordBytes else { throw .tooLong }
            batch.decoded.append(contentsOf: event.text)
        case .end:
            let range = content(to: event.offset, window)
            if case .key = state { try endKey(range, &batch) } else { addField(to: &batch, range) }
            state = .record
        case .start(let element):
            throw Fault(message: "\(textName) with <\(name(of: element, event))> in it")
        case .entity:
            throw Fault(message: "\(textName) with &\(name(of: nil, event));, which is not declared")
        }
    }

    private var textName: String { if case .key = state { "a key" } else { "a value" } }

    private mutating func endKey(_ range: TextRange, _ batch: inout RecordBatch) throws(Fault) {
        let text = batch.openText(from: textStart)
        let column = batch.decoded.withUnsafeBufferPointer {
            projection.column(of: UnsafeBufferPointer(rebasing: $0[text.start..<text.end]))
        }
        guard projection.includesOthers || column >= 0 else {
            batch.dropOpenText(from: textStart)
            key = .unused
            return
        }
        if !projection.includesOthers, batch.hasValue(for: column) {
            throw Fault(message: "the key \(projection.name(column)) stands twice")
        }
        key = .used(column: column, text: textStart..<batch.openTextCount, range: range)
    }

    private mutating func addField(to batch: inout RecordBatch, _ range: TextRange) {
        guard case .used(let column, let keyText, let keyRange) = key else { return }
        key = .none
        batch.add(
            RecordBatch.Field(
                column: column, kind: kind, key: batch.openText(from: keyText.lowerBound, to: keyText.upperBound),
                value: kind == .text ? batch.openText(from: textStart) : trimmedText(batch), keyRange: keyRange,
                valueRange: range))
    }

    /// Removes blanks around a number or a date. PropertyList-1.0.dtd leaves this to
    /// the reader.
    private func trimmedText(_ batch: RecordBatch) -> TextRange {
        let text = batch.openText(from: textStart)
        let value = batch.decoded[text.start..<text.end].trimming(while: isBlank)
        return TextRange(value.startIndex, count: value.count, isDecoded: true)
    }

    /// The range between the tags, or of a whole empty element. Ranges exist only if the window is the
    /// whole document.
    private func content(to end: Int, _ window: RecordWindow) -> TextRange {
        guard projection.includesOthers else { return .empty }
        guard end > tagOffset, let bracket = window.text[tagOffset..<end].firstIndex(of: UInt8(ascii: ">")), bracket + 1 < end
        else { return TextRange(tagOffset, count: max(1, end - tagOffset)) }
        return TextRange(bracket + 1, count: end - bracket - 1)
    }
}
