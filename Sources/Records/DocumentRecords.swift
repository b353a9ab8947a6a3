/// All records of a document in memory, with all their keys and the places of keys and values. Only texts
/// that need decoding are copied.
package struct DocumentRecords {
    private let document: UnsafeBufferPointer<UInt8>
    private var reader: any RecordReader
    private var place = 0
    /// The number of bytes that the reader has been given.
    private var shown = 0
    /// The number of bytes that the reader is given at once. They fit into the processor's cache.
    private let step: Int
    private let countsLines: Bool
    package private(set) var batch: RecordBatch

    /// The document must not change while it is read.
    package init(
        _ document: UnsafeBufferPointer<UInt8>, _ format: RecordFormat, _ projection: Projection, nouns: DocumentNouns
    ) {
        self.document = document
        reader = format.reader(projection)
        batch = RecordBatch(nouns: nouns, lines: format.lines, keepsTexts: true)
        if case .binaryPlist = format { countsLines = false } else { countsLines = true }
        step = countsLines ? 256 << 10 : document.count
    }

    /// The objects of an array in a JSON document. `range` is the place of the array; the ranges of records and texts are those of the
    /// document.
    package init(arrayAt range: TextRange, of document: UnsafeBufferPointer<UInt8>, _ projection: Projection, nouns: DocumentNouns) {
        self.document = UnsafeBufferPointer(rebasing: document[..<range.end])
        reader = RecordFormat.json(.array).reader(projection)
        batch = RecordBatch(nouns: nouns, lines: LineStarts(), keepsTexts: true)
        countsLines = false
        step = range.end
        place = range.start
        shown = range.end
    }

    /// Replaces the records of the batch by the next ones. Returns false after the last records.
    package mutating func next() throws(RecordFailure) -> Bool {
        batch.removeAll()
        while true {
            let window = RecordWindow(
                text: UnsafeBufferPointer(rebasing: document[..<shown]), base: 0, isEnd: shown == document.count)
            place = try reader.read(window, from: place, into: &batch)
            if batch.isFull { return true }
            if window.isEnd { return false }
            let end = min(document.count, shown + step)
            if countsLines { batch.lines.add(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: document[shown..<end]))) }
            shown = end
        }
    }
}
