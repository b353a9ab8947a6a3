/// The records of a document that arrives in pieces of any length, with all their keys. Only the incomplete
/// record is held in memory.
package struct StreamedRecords {
    private var pending = PendingBytes()
    private var reader: any RecordReader
    private var batch: RecordBatch

    package init(_ format: RecordFormat, _ projection: Projection, nouns: DocumentNouns) {
        reader = format.reader(projection)
        batch = RecordBatch(nouns: nouns, lines: format.lines, keepsTexts: false)
    }

    /// Adds the next bytes. `isEnd` marks the last ones. `use` gets the records that they complete, a batch at a
    /// time; batch and texts are valid only during the call.
    package mutating func read(
        _ bytes: UnsafeRawBufferPointer, isEnd: Bool, use: (RecordBatch, TextBytes) throws(DocumentFailure) -> Void
    ) throws(DocumentFailure) {
        // Swift's exclusivity rule forbids using the other members while `pending` is changed.
        var pending = PendingBytes()
        swap(&pending, &self.pending)
        defer { swap(&pending, &self.pending) }
        do throws(RecordFailure) {
            try pending.take(bytes, isEnd: isEnd) { window, newBytes throws(RecordFailure) in
                batch.lines.add(UnsafeRawBufferPointer(newBytes))
                return try read(window, use)
            }
        } catch {
            throw DocumentFailure(error.message, at: error.place?.position)
        }
    }

    private mutating func read(
        _ window: RecordWindow, _ use: (RecordBatch, TextBytes) throws(DocumentFailure) -> Void
    ) throws(RecordFailure) -> Int {
        var place = 0
        repeat {
            batch.removeAll()
            place = try reader.read(window, from: place, into: &batch)
            do throws(DocumentFailure) {
                try batch.decoded.withUnsafeBufferPointer { decoded throws(DocumentFailure) in
                    try use(batch, TextBytes(document: window.text, decoded: decoded))
                }
            } catch {
                throw RecordFailure(error.message, at: error.position.map { RecordPlace(position: $0, offset: 0) })
            }
        } while batch.isFull
        return place
    }
}
