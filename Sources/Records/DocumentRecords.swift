/// All records of a document that lies in memory, with all their keys and the places of both. Nothing
/// is copied but texts that do not stand there as they are meant.
public struct DocumentRecords {
    private let document: UnsafeBufferPointer<UInt8>
    private var reader: any RecordReader
    private var place = 0
    /// How much of the document the reader has been shown.
    private var shown = 0
    /// How much more it is shown at once: little enough to stay in the processor's cache.
    private let step: Int
    private let countsLines: Bool
    public private(set) var batch: RecordBatch

    /// The document must stay as it is while it is read.
    public init(
        _ document: UnsafeBufferPointer<UInt8>, _ format: RecordFormat, _ projection: Projection, words: RowWords
    ) {
        self.document = document
        reader = format.reader(projection)
        batch = RecordBatch(words: words, lines: format.lines, keepsTexts: true)
        if case .binaryPlist = format { countsLines = false } else { countsLines = true }
        step = countsLines ? 256 << 10 : document.count
    }

    /// Puts the next records into the batch. Answers false where there are none behind them.
    public mutating func next() throws(RecordFailure) -> Bool {
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
