import WeirBase

/// The records that were read last, with all their fields in one flat array. A batch is small enough for
/// the processor's cache.
///
/// Text ranges refer to the current window and to `decoded`. Offsets count from the beginning of the
/// document.
package struct RecordBatch {
    /// One record and its position.
    package struct Record: Sendable {
        /// The index of the record, from 0. Broken records are counted too.
        package let number: Int
        package let position: TextPosition
        /// The range from the opening to the closing bracket; empty if the format has no brackets.
        package fileprivate(set) var range: TextRange
        package fileprivate(set) var fields: Range<Int>
    }

    /// A key of a record, and its value.
    package struct Field: Sendable {
        /// The index of the key in the projection; -1 if the projection does not name the key.
        package let column: Int32
        package let kind: ValueKind
        /// The content of the key and of the value: a text without quotes and escapes, a number as it is
        /// written; empty for a value that contains other values.
        package fileprivate(set) var key: TextRange
        package fileprivate(set) var value: TextRange
        /// The ranges of the key and of the value, with quotes; empty if the format gives none.
        package let keyRange: TextRange
        package let valueRange: TextRange
        /// Whether it is an element of the array that is the column's value. The field of the array follows.
        var isElement = false
    }

    /// A broken record and the reason.
    package struct BrokenRecord: Sendable {
        package let number: Int
        package let position: RecordPosition
        /// One sentence without a full stop.
        package let message: String
    }

    package private(set) var records: [Record] = []
    package private(set) var fields: [Field] = []
    package private(set) var broken: [BrokenRecord] = []
    /// The texts that had to be decoded.
    package var decoded: [UInt8] = []

    /// The record that is being read. Its fields are the last ones. The record may continue in the next
    /// batch.
    private var open: Record?
    /// The index in `decoded` where the texts of the open record begin.
    private var openTextStart = 0
    private var nextNumber = 0
    var lines: LineStarts
    /// The nouns for messages.
    let nouns: DocumentNouns
    /// Whether decoded texts are kept after their batch.
    let keepsTexts: Bool

    /// A batch is full at this number of records, or at this number of bytes of texts.
    private static let usualCount = 256
    private static let textBytes = 4 << 20

    init(nouns: DocumentNouns, lines: LineStarts, keepsTexts: Bool) {
        self.nouns = nouns
        self.lines = lines
        self.keepsTexts = keepsTexts
    }

    var isFull: Bool {
        records.count + broken.count >= Self.usualCount || !keepsTexts && decoded.count >= Self.textBytes
    }

    /// Removes all finished records, but keeps the record that is being read.
    mutating func removeAll() {
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

// Functions for readers, used while a record is read.
extension RecordBatch {
    @inline(__always)
    mutating func beginRecord(at offset: Int, from start: Int) {
        open = Record(
            number: nextNumber, position: lines.position(of: offset), range: TextRange(start, count: 0),
            fields: fields.count..<fields.count)
        openTextStart = decoded.count
        nextNumber &+= 1
    }

    /// The number of decoded bytes of the record that is being read.
    var openTextCount: Int { decoded.count - openTextStart }

    /// The range of a decoded text of the open record.
    func openText(from start: Int, to end: Int? = nil) -> TextRange {
        TextRange(openTextStart + start, count: (end ?? openTextCount) - start, isDecoded: true)
    }

    /// Removes the decoded texts of the open record from an index on.
    mutating func dropOpenText(from start: Int) { decoded.removeSubrange((openTextStart + start)...) }

    @inline(__always)
    mutating func add(_ field: Field) { fields.append(field) }

    /// Finishes the record. `end` is the index in the window after the record's last byte.
    @inline(__always)
    mutating func finishRecord(at end: Int) {
        guard var record = open else { return }
        open = nil
        record.range = TextRange(record.range.start, count: end &- record.range.start)
        record.fields = record.fields.lowerBound..<fields.count
        records.append(record)
    }

    /// Whether the open record has a value for a column.
    func hasValue(for column: Int32) -> Bool {
        // A closure over a slice would hold the fields, which costs more than the look.
        for index in (open?.fields.lowerBound ?? fields.count)..<fields.count where fields[index].column == column { return true }
        return false
    }

    /// Whether no record has been read.
    var isAtFirst: Bool { nextNumber == 0 }

    /// Removes the open record and all its traces.
    mutating func dropRecord() {
        guard let open else { return }
        fields.removeSubrange(open.fields.lowerBound...)
        // If texts are kept, other records may refer to the texts of this record.
        if !keepsTexts { dropOpenText(from: 0) }
        nextNumber = open.number
        self.open = nil
    }

    /// Reports the open record as broken, or an element that should be a record.
    mutating func addBroken(_ message: String, at offset: Int) {
        addBroken(message, at: position(of: offset))
    }

    mutating func addBroken(_ message: String, at position: RecordPosition) {
        dropRecord()
        broken.append(BrokenRecord(number: nextNumber, position: position, message: message))
        nextNumber += 1
    }

    /// Reports the record that was finished last as broken. If it is reported already, the first reason stays.
    mutating func refuseLast(_ message: String, at offset: Int) {
        guard let last = records.last, last.number == nextNumber - 1 else { return }
        records.removeLast()
        fields.removeSubrange(last.fields.lowerBound...)
        let position = position(of: offset)
        broken.append(BrokenRecord(number: last.number, position: position, message: message))
    }
}

/// The range of a text: either in the document, or among the texts that had to be decoded.
///
/// A range has only eight bytes, since a run has millions of them. So a document must be shorter than 2^31
/// bytes.
package struct TextRange: Equatable, Sendable {
    private let origin: UInt32
    private let length: UInt32

    package static let empty = TextRange(0, count: 0)
    /// The maximum length of a document whose ranges are kept.
    package static let limit = Int(Int32.max)

    private static let decodedBit: UInt32 = 1 << 31

    @inline(__always)
    package init(_ start: Int, count: Int, isDecoded: Bool = false) {
        origin = UInt32(truncatingIfNeeded: start) | (isDecoded ? Self.decodedBit : 0)
        length = UInt32(truncatingIfNeeded: count)
    }

    package var start: Int { Int(origin & ~Self.decodedBit) }
    package var count: Int { Int(length) }
    package var end: Int { start + count }
    package var isDecoded: Bool { origin & Self.decodedBit != 0 }
}

/// The bytes that text ranges refer to. Valid only during a call.
package struct TextBytes {
    package let document: UnsafeBufferPointer<UInt8>
    package let decoded: UnsafeBufferPointer<UInt8>

    package init(document: UnsafeBufferPointer<UInt8>, decoded: UnsafeBufferPointer<UInt8>) {
        self.document = document
        self.decoded = decoded
    }

    @inline(__always)
    package subscript(range: TextRange) -> UnsafeBufferPointer<UInt8> {
        let bytes = range.isDecoded ? decoded : document
        return UnsafeBufferPointer(rebasing: bytes[range.start..<range.end])
    }

    package func string(_ range: TextRange) -> String { String(decoding: self[range], as: UTF8.self) }
}

/// The text of a picture's name without spaces, tabs and line ends at both ends.
@inline(__always)
func withoutBlanks(_ text: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    guard let first = text.first, let last = text.last, isBlank(first) || isBlank(last) else { return text }
    return UnsafeBufferPointer(rebasing: text.trimming(while: isBlank))
}

extension TextRange {
    /// The range of the same text without blanks at its ends.
    func withoutBlanks(in texts: TextBytes) -> TextRange {
        let whole = texts[self]
        let cut = WeirRecords.withoutBlanks(whole)
        guard let start = whole.baseAddress, let first = cut.baseAddress else { return self }
        return TextRange(self.start + (first - start), count: cut.count, isDecoded: isDecoded)
    }
}

/// The kind of a value, in any format.
package enum ValueKind: Sendable {
    case text
    /// A number of JSON, or an integer of a property list.
    case number
    case flag, null, array, object
    /// Kinds that only property lists have.
    case real, set, dictionary, date, data, uid

    /// Rules of other rooms compare kinds for every value, and the compiler does not inline its own comparison there.
    @inlinable
    package static func == (one: ValueKind, other: ValueKind) -> Bool {
        unsafeBitCast(one, to: UInt8.self) == unsafeBitCast(other, to: UInt8.self)
    }

    /// The name of the kind in messages.
    package var name: String {
        switch self {
        case .text: "text"
        case .number, .real: "a number"
        case .flag: "true or false"
        case .null: "null"
        case .array: "an array"
        case .object: "an object"
        case .set: "a set"
        case .dictionary: "a dictionary"
        case .date: "a date"
        case .data: "data"
        case .uid: "a reference of an archive (UID)"
        }
    }

    var isNumber: Bool { self == .number || self == .real }

    /// Whether the value has a text that a manifest can hold.
    var hasText: Bool {
        switch self {
        case .text, .number, .real, .flag, .date: true
        case .null, .array, .object, .set, .dictionary, .data, .uid: false
        }
    }
}
