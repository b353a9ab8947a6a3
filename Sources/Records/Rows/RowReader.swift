import WeirBase

/// Reads the rows of a document. The document may arrive in pieces of any length; then only the incomplete
/// row is held in memory. A binary property list must be in memory completely.
public struct RowReader {
    private var pending = PendingBytes()
    private var reader: any RecordReader
    private var batch: RecordBatch
    private var builder: RowBuilder
    /// The number of bytes read from a document in memory.
    private var offset = 0
    /// The failure that ended the reading.
    private var failure: DocumentFailure?

    /// `columns` names the columns that are read, in JSON the keys.
    public init(_ format: RecordFormat, columns: RowColumns) {
        self.init(format, columns: columns, nouns: .catalogue)
    }

    /// `nouns` are the words of messages.
    package init(_ format: RecordFormat, columns: RowColumns, nouns: DocumentNouns) {
        let used = UsedColumns(columns, format, isCatalogue: nouns.isCatalogue)
        reader = format.reader(used.projection)
        batch = RecordBatch(nouns: nouns, lines: format.lines, keepsTexts: false)
        builder = RowBuilder(used, format, nouns)
    }

    /// The names in the header line with which a table begins; none if the line is broken or not whole.
    package static func headerNames(_ beginning: [UInt8], delimiter: UInt8) -> [String] {
        DelimitedRecords.headerNames(beginning, delimiter: delimiter)
    }

    /// Adds the next bytes and appends the rows that they complete. `isEnd` marks the last bytes. A broken
    /// row is reported in `rows`; a thrown failure concerns the whole document.
    public mutating func read(
        _ bytes: UnsafeRawBufferPointer, isEnd: Bool, into rows: inout RowBatch
    ) throws(DocumentFailure) {
        try failing { reader throws(DocumentFailure) in
            // Swift's exclusivity rule forbids using the reader while a part of it is changed.
            var pending = PendingBytes()
            swap(&pending, &reader.pending)
            defer { swap(&pending, &reader.pending) }
            try pending.take(bytes, isEnd: isEnd) { window, newBytes throws(DocumentFailure) in
                try reader.read(window, newBytes, into: &rows)
            }
            if isEnd, let failure = reader.builder.failureAtEnd { throw failure }
        }
    }

    /// Continues in a document in memory, which must not change. Returns false if nothing was left to read.
    public mutating func read(
        whole document: UnsafeRawBufferPointer, into rows: inout RowBatch
    ) throws(DocumentFailure) -> Bool {
        let text = document.assumingMemoryBound(to: UInt8.self)
        let endNumber = rows.endNumber
        try failing { reader throws(DocumentFailure) in
            let window = RecordWindow(text: text, base: 0, isEnd: true)
            reader.offset = try reader.readBatch(window, from: reader.offset, into: &rows)
            if rows.endNumber == endNumber, let failure = reader.builder.failureAtEnd { throw failure }
        }
        return rows.endNumber > endNumber
    }

    /// The columns that no row has and that no row needs, once all rows are read.
    package var absentColumns: [AbsentColumn] { builder.absentColumns }

    /// Whether the last row of a table is whole, but no line end follows it, once all rows are read.
    package var lacksLineEnd: Bool { (reader as? DelimitedRecords)?.lacksLineEnd ?? false }

    /// The first line of a table that repeats its header, and the number of such lines; nil if there is none.
    package var repeatedHeader: (first: TextPosition, count: Int)? { (reader as? DelimitedRecords)?.repeatedHeader }

    /// The encoding of a catalogue that was refused for it.
    package var foreignEncoding: ForeignEncoding? { builder.foreignEncoding }

    /// The number of rows so far whose picture's name had blanks at its ends, which are cut.
    package var trimmedNames: Int { builder.trimmedNames }

    private mutating func failing(_ body: (inout RowReader) throws(DocumentFailure) -> Void) throws(DocumentFailure) {
        if let failure { throw failure }
        do throws(DocumentFailure) {
            try body(&self)
        } catch {
            // A fault that a row shows stands before the end at which its piece fails.
            let error = builder.documentFault ?? error
            failure = error
            throw error
        }
    }

    private mutating func read(
        _ window: RecordWindow, _ newBytes: UnsafeBufferPointer<UInt8>, into rows: inout RowBatch
    ) throws(DocumentFailure) -> Int {
        batch.lines.add(UnsafeRawBufferPointer(newBytes))
        var index = 0
        repeat {
            index = try readBatch(window, from: index, into: &rows)
            if let fault = builder.documentFault { throw fault }
        } while batch.isFull
        return index
    }

    private mutating func readBatch(
        _ window: RecordWindow, from start: Int, into rows: inout RowBatch
    ) throws(DocumentFailure) -> Int {
        batch.removeAll()
        // Rows before a failure are kept.
        defer {
            if batch.records.first?.number == 0 { builder.isSequence = (reader as? JSONRecords)?.form == .objects }
            builder.appendRows(of: batch, in: window, into: &rows)
        }
        return try reader.read(window, from: start, into: &batch)
    }
}
