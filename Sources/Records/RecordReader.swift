import WeirBase

// Records: reads bytes into records (key, kind, text, range). Each format has one reader.

/// Reads the records of a document that arrives in pieces of any length.
protocol RecordReader {
    /// Reads from `start` until the batch is full or the window ends, and returns the index to continue at.
    /// A broken record is reported in the batch, and reading continues after it.
    mutating func read(_ window: RecordWindow, from start: Int, into batch: inout RecordBatch) throws(DocumentFailure) -> Int
}

/// The part of a document that is in memory.
struct RecordWindow {
    let text: UnsafeBufferPointer<UInt8>
    /// The offset of the window in the document.
    let base: Int
    /// Whether the window ends at the end of the document.
    let isEnd: Bool

    var count: Int { text.count }
}

/// A position in a document: line and column for people, and the offset in bytes.
package struct RecordPosition: Sendable {
    package let textPosition: TextPosition
    package let offset: Int
}

extension RecordBatch {
    mutating func position(of offset: Int) -> RecordPosition {
        RecordPosition(textPosition: lines.position(of: offset), offset: offset)
    }

    /// A failure at an offset in the document.
    mutating func failure(_ message: String, _ advice: Advice? = nil, at offset: Int) -> DocumentFailure {
        DocumentFailure(message, advice, at: position(of: offset))
    }
}

/// The limits of a record.
public enum RecordLimits {
    /// The limit for the length of a record; a longer record is broken. A picture's URL, a price and a
    /// product's description need a hundredth of this. The limit keeps a document without line ends from
    /// filling the memory.
    public static let recordBytes = 1 << 20
    /// The limit for the number of a row's pictures. No product has a tenth of it, and each name is compared with all others.
    public static let rowPictures = 1000
}

/// A line and a column in a document. Both count from 1, columns in bytes.
public struct TextPosition: Equatable, Sendable {
    /// The line, as editors count them.
    public var line: Int
    /// Which byte of the line, and not which character.
    public var column: Int

    /// Both count from 1.
    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }
}

extension RecordBatch {
    /// The index in a window from which a reader of text continues: `start`, or behind the byte order mark of the document.
    /// Nil if more bytes are needed to decide.
    mutating func textStart(in window: RecordWindow, from start: Int) -> Int? {
        lines.settle(window.base + start)
        guard window.base + start == 0 else { return start }
        guard let mark = byteOrderMarkLength(window.text, isEnd: window.isEnd) else { return nil }
        lines.passMark(mark)
        return mark
    }
}

/// The length of the byte order mark (RFC 3629, 6) at the beginning; nil if more bytes are needed to
/// decide.
private func byteOrderMarkLength(_ text: UnsafeBufferPointer<UInt8>, isEnd: Bool) -> Int? {
    for (index, byte) in byteOrderMark.enumerated() {
        guard index < text.count else { return isEnd ? 0 : nil }
        guard text[index] == byte else { return 0 }
    }
    return byteOrderMark.count
}

/// The formats of catalogues and manifests.
public enum RecordFormat: Sendable {
    /// Lines whose fields are separated by one byte.
    case table(delimiter: UInt8)
    /// The text of PostgreSQL's COPY.
    case copy(delimiter: UInt8)
    case json(JSONForm)
    /// The objects of an array in a JSON document.
    case nestedJSON(JSONPointer)
    case xmlPlist
    case binaryPlist
    /// The items of RSS 2.0 or Atom with the elements of Google's namespace.
    case feed

    /// The structure around the objects of a JSON document.
    public enum JSONForm: Sendable {
        /// An array or a sequence of objects. The first byte decides.
        case any
        case array
        /// A sequence of objects and white space, possibly empty.
        case objects
        /// One object on each line and nothing else, as programs that read line by line need it.
        case lines
    }

    var isPlist: Bool {
        switch self {
        case .xmlPlist, .binaryPlist: true
        case .table, .copy, .json, .nestedJSON, .feed: false
        }
    }

    var isJSON: Bool {
        switch self {
        case .json, .nestedJSON: true
        case .table, .copy, .xmlPlist, .binaryPlist, .feed: false
        }
    }

    /// Whether a header names the columns of all records.
    var isTable: Bool {
        switch self {
        case .table, .copy: true
        case .json, .nestedJSON, .xmlPlist, .binaryPlist, .feed: false
        }
    }

    /// Whether each value has a position of its own, which a message can name.
    var hasPositions: Bool { if case .feed = self { false } else { !isPlist } }

    func reader(_ projection: Projection) -> any RecordReader {
        switch self {
        case .table(let delimiter): DelimitedRecords(delimiter: delimiter, projection)
        case .copy(let delimiter): CopyRecords(delimiter: delimiter, projection)
        case .json(let form): JSONRecords(projection, form: form)
        case .nestedJSON(let pointer): NestedJSONRecords(projection, at: pointer)
        case .xmlPlist: XMLPlistRecords(projection)
        case .binaryPlist: BinaryPlistRecords(projection)
        case .feed: FeedRecords(projection)
        }
    }

    var lines: LineStarts {
        switch self {
        case .xmlPlist, .feed: LineStarts(ofXML: true)
        case .table, .copy, .json, .nestedJSON, .binaryPlist: LineStarts()
        }
    }
}
