/// Some records that were read last, with their fields in one flat array: few enough to stay in the
/// processor's cache.
///
/// Text ranges refer to the window that was read and to `decoded`. Offsets count from the beginning
/// of the document.
public struct RecordBatch {
    public struct Record: Sendable {
        /// Its place among the records, from 0; broken ones are counted too.
        public let number: Int
        public let position: CataloguePosition
        /// From its bracket to its bracket; empty where the format has none.
        public fileprivate(set) var range: TextRange
        public fileprivate(set) var fields: Range<Int>
    }

    /// One key of a record, and its value.
    public struct Field: Sendable {
        /// Which of the projection's names the key is; -1 for any other.
        public let column: Int32
        public let kind: ValueKind
        /// What the key and the value say: a text without its quotes and escapes, a number as it is
        /// written; nothing for a value that holds others.
        public fileprivate(set) var key: TextRange
        public fileprivate(set) var value: TextRange
        /// Where they stand, quotes included; empty where the format has no places.
        public let keyRange: TextRange
        public let valueRange: TextRange
    }

    /// A record that is broken, and why.
    public struct BrokenRecord: Sendable {
        public let number: Int
        public let place: RecordPlace
        /// One sentence without a full stop.
        public let message: String
    }

    public private(set) var records: [Record] = []
    public private(set) var fields: [Field] = []
    public private(set) var broken: [BrokenRecord] = []
    /// Texts that do not stand in the document as they are meant.
    public var decoded: [UInt8] = []

    /// The record that is being read; the last fields are its own. It may go on in the next batch.
    private var open: Record?
    /// Where among the decoded texts its own begin.
    private var openTextStart = 0
    private var nextNumber = 0
    var lines: LineStarts
    /// What messages call that which is read.
    let words: RowWords
    /// Whether decoded texts outlive their batch.
    let keepsTexts: Bool

    /// A batch is full with so many records, or with so many bytes of texts.
    private static let usualCount = 256
    private static let textBytes = 4 << 20

    init(words: RowWords, lines: LineStarts, keepsTexts: Bool) {
        self.words = words
        self.lines = lines
        self.keepsTexts = keepsTexts
    }

    var isFull: Bool {
        records.count + broken.count >= Self.usualCount || !keepsTexts && decoded.count >= Self.textBytes
    }

    /// Forgets what has been looked at, and keeps the record that is being read.
    public mutating func removeAll() {
        records.removeAll(keepingCapacity: true)
        broken.removeAll(keepingCapacity: true)
        guard let first = open?.fields.lowerBound else {
            fields.removeAll(keepingCapacity: true)
            if !keepsTexts { decoded.removeAll(keepingCapacity: true) }
            return
        }
        fields.removeSubrange(..<first)
        open?.fields = 0..<0
        guard !keepsTexts, openTextStart > 0 else { return }
        decoded.removeSubrange(..<openTextStart)
        for index in fields.indices { fields[index].moveTexts(by: -openTextStart) }
        openTextStart = 0
    }
}

extension RecordBatch.Field {
    fileprivate mutating func moveTexts(by distance: Int) {
        if key.isDecoded { key = TextRange(key.start + distance, count: key.count, isDecoded: true) }
        if value.isDecoded { value = TextRange(value.start + distance, count: value.count, isDecoded: true) }
    }
}

// While a record is read.
extension RecordBatch {
    @inline(__always)
    mutating func beginRecord(at offset: Int, from start: Int) {
        open = Record(
            number: nextNumber, position: lines.position(of: offset), range: TextRange(start, count: 0),
            fields: fields.count..<fields.count)
        openTextStart = decoded.count
        nextNumber &+= 1
    }

    /// How many bytes the texts have that were decoded of the record that is being read.
    var openTextCount: Int { decoded.count - openTextStart }

    /// Such a text from so many bytes on.
    func openText(from start: Int, to end: Int? = nil) -> TextRange {
        TextRange(openTextStart + start, count: (end ?? openTextCount) - start, isDecoded: true)
    }

    /// Forgets such texts from so many bytes on.
    mutating func dropOpenText(from start: Int) { decoded.removeSubrange((openTextStart + start)...) }

    @inline(__always)
    mutating func add(_ field: Field) { fields.append(field) }

    /// Finishes the record, whose last byte stands before that place of the window.
    @inline(__always)
    mutating func finishRecord(at end: Int) {
        guard var record = open else { return }
        open = nil
        record.range = TextRange(record.range.start, count: end &- record.range.start)
        record.fields = record.fields.lowerBound..<fields.count
        records.append(record)
    }

    /// Whether the record that is being read has a value for that column.
    func hasValue(for column: Int32) -> Bool {
        guard let open else { return false }
        return fields[open.fields.lowerBound...].contains { $0.column == column }
    }

    /// Forgets the record that is being read, as if it had not been begun.
    mutating func dropRecord() {
        guard let open else { return }
        fields.removeSubrange(open.fields.lowerBound...)
        // Where texts are kept, others may refer to those of this record.
        if !keepsTexts { dropOpenText(from: 0) }
        nextNumber = open.number
        self.open = nil
    }

    /// Notes that a record is broken: the one that is being read, or what stands in the place of one.
    mutating func addBroken(_ message: String, at offset: Int) {
        addBroken(message, at: place(of: offset))
    }

    mutating func addBroken(_ message: String, at place: RecordPlace) {
        dropRecord()
        broken.append(BrokenRecord(number: nextNumber, place: place, message: message))
        nextNumber += 1
    }

    /// Notes that the record that was read last is broken.
    mutating func refuseLast(_ message: String, at offset: Int) {
        guard let last = records.popLast() else { return }
        fields.removeSubrange(last.fields.lowerBound...)
        let place = place(of: offset)
        broken.append(BrokenRecord(number: last.number, place: place, message: message))
    }
}
