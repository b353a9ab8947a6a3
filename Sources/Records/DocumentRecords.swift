/// All records of a document in memory, with all their keys and the ranges of keys and values. Only texts
/// that need decoding are copied.
package struct DocumentRecords {
    private let document: UnsafeBufferPointer<UInt8>
    private var reader: any RecordReader
    private var offset = 0
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

    /// The objects of an array in a JSON document. `range` covers the array; the ranges of records and texts are those of the
    /// document.
    package init(arrayAt range: TextRange, of document: UnsafeBufferPointer<UInt8>, _ projection: Projection, nouns: DocumentNouns) {
        self.document = UnsafeBufferPointer(rebasing: document[..<range.end])
        reader = RecordFormat.json(.array).reader(projection)
        batch = RecordBatch(nouns: nouns, lines: LineStarts(), keepsTexts: true)
        countsLines = false
        step = range.end
        offset = range.start
        shown = range.end
    }

    /// Replaces the records of the batch by the next ones. Returns false after the last records.
    package mutating func next() throws(DocumentFailure) -> Bool {
        batch.removeAll()
        while true {
            let window = RecordWindow(
                text: UnsafeBufferPointer(rebasing: document[..<shown]), base: 0, isEnd: shown == document.count)
            offset = try reader.read(window, from: offset, into: &batch)
            if batch.isFull { return true }
            if window.isEnd { return false }
            let end = min(document.count, shown + step)
            if countsLines { batch.lines.add(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: document[shown..<end]))) }
            shown = end
        }
    }
}

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
        try pending.take(bytes, isEnd: isEnd) { window, newBytes throws(DocumentFailure) in
            batch.lines.add(UnsafeRawBufferPointer(newBytes))
            return try read(window, use)
        }
    }

    private mutating func read(
        _ window: RecordWindow, _ use: (RecordBatch, TextBytes) throws(DocumentFailure) -> Void
    ) throws(DocumentFailure) -> Int {
        var index = 0
        repeat {
            batch.removeAll()
            index = try reader.read(window, from: index, into: &batch)
            try batch.decoded.withBytes { decoded throws(DocumentFailure) in
                try use(batch, TextBytes(document: window.text, decoded: decoded))
            }
        } while batch.isFull
        return index
    }
}

/// The bytes of a document that no record has used yet, joined from all pieces. After them is room for the
/// bytes that a scan reads ahead.
struct PendingBytes {
    private var count = 0
    private var storage: [UInt8] = []
    /// The number of bytes that were used.
    private var used = 0

    /// The number of bytes that are copied from a piece at once. So a long piece needs no more memory than
    /// a short one.
    private static let slice = 1 << 16
    private static let margin = 16

    /// Adds a piece. `use` gets all pending bytes and the new ones among them, and returns the number of
    /// bytes that it used.
    mutating func take(
        _ bytes: UnsafeRawBufferPointer, isEnd: Bool,
        use: (RecordWindow, UnsafeBufferPointer<UInt8>) throws(DocumentFailure) -> Int
    ) throws(DocumentFailure) {
        var rest = bytes
        repeat {
            let slice = UnsafeRawBufferPointer(rebasing: rest.prefix(PendingBytes.slice))
            rest = UnsafeRawBufferPointer(rebasing: rest[slice.count...])
            append(slice)
            let (count, base, isLast) = (count, used, isEnd && rest.isEmpty)
            let taken = try storage.withBytes { storage throws(DocumentFailure) in
                let text = UnsafeBufferPointer(rebasing: storage[..<count])
                let window = RecordWindow(text: text, base: base, isEnd: isLast)
                return try use(window, UnsafeBufferPointer(rebasing: text[(count - slice.count)...]))
            }
            removeFirst(taken)
        } while !rest.isEmpty
    }

    private mutating func append(_ bytes: UnsafeRawBufferPointer) {
        let needed = count + bytes.count + PendingBytes.margin
        if storage.count < needed {
            // Doubling the room makes copies rare, even if a record arrives byte by byte.
            storage += [UInt8](repeating: 0, count: 2 * needed - storage.count)
        }
        storage.withUnsafeMutableBytes { storage in
            UnsafeMutableRawBufferPointer(rebasing: storage[count...]).copyMemory(from: bytes)
        }
        count += bytes.count
    }

    private mutating func removeFirst(_ taken: Int) {
        guard taken > 0 else { return }
        count -= taken
        used += taken
        let rest = count
        storage.withUnsafeMutableBytes { storage in
            let source = UnsafeRawBufferPointer(rebasing: storage[taken...].prefix(rest))
            storage.copyMemory(from: source)
        }
    }
}
