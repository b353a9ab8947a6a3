import WeirBase
import WeirRecords

/// Reads the entries of a manifest from uncompressed bytes.
struct EntryReader: ~Copyable {
    private let mayBeEmpty: Bool
    private var document: ManifestDocument
    private var nextNumber = 1
    private var format: RecognizedFormat?
    /// Nil until the format is known.
    private var rows: RowReader?
    /// Bytes that cannot be read yet: the first bytes until the format is known, or a whole binary property
    /// list.
    private var held = ByteBuffer()

    var isRecognized: Bool { format != nil }
    /// Whether the manifest is a binary property list, which is held until its end.
    var isHeldWhole: Bool { format == .binaryPlist }
    var heldCount: Int { held.count }

    /// The number of bytes examined in each attempt to recognize the format.
    private static let stepBytes = 64
    /// The number of bytes read at once, so that a batch has few rows.
    private static let blockBytes = 256 << 10
    /// The limit for a manifest that is read as a whole, since a few megabytes of gzip may expand to
    /// terabytes. The limit allows ten million entries.
    private static let wholeBytes = 2 << 30

    init(_ document: consuming ManifestDocument, mayBeEmpty: Bool) {
        self.mayBeEmpty = mayBeEmpty
        self.document = document
    }

    mutating func read(_ bytes: UnsafeRawBufferPointer) throws(DocumentFailure) {
        var rest = bytes
        while format == nil, !rest.isEmpty {
            let step = rest.prefix(Self.stepBytes)
            rest = UnsafeRawBufferPointer(rebasing: rest[step.count...])
            try hold(UnsafeRawBufferPointer(rebasing: step))
            try recognizeHeld(isEnd: false)
        }
        if format == .json || format == .xmlPlist { try readRows(rest) } else { try hold(rest) }
    }

    consuming func finish() throws(DocumentFailure) -> ManifestDocument {
        if format == nil { try recognizeHeld(isEnd: true) }
        switch format {
        case .json, .xmlPlist: try readBlock(UnsafeRawBufferPointer(start: nil, count: 0), isEnd: true)
        case .binaryPlist: try readHeldList()
        case nil: if !mayBeEmpty { throw DocumentFailure(emptyFileFault) }
        }
        document.endPage(format)
        return document
    }

    private mutating func hold(_ bytes: UnsafeRawBufferPointer) throws(DocumentFailure) {
        try checkLength(held.count + bytes.count)
        held.append(bytes)
    }

    /// Refuses a manifest of so many bytes if it has to be held.
    func checkLength(_ count: Int) throws(DocumentFailure) {
        guard count <= Self.wholeBytes else {
            throw DocumentFailure("the manifest has to be read as a whole, and has more than \(Self.wholeBytes) bytes")
        }
    }

    private mutating func recognizeHeld(isEnd: Bool) throws(DocumentFailure) {
        format = try held.withBytes { bytes throws(DocumentFailure) in try recognize(bytes, isEnd: isEnd) }
        guard let format else { return }
        rows = RowReader(format.records, columns: document.columns, nouns: .manifest)
        if format == .binaryPlist { return }
        var beginning = ByteBuffer()
        swap(&beginning, &held)
        try beginning.withBytes { bytes throws(DocumentFailure) in
            try readRows(UnsafeRawBufferPointer(bytes))
        }
    }

    private mutating func readRows(_ bytes: UnsafeRawBufferPointer) throws(DocumentFailure) {
        var rest = bytes
        while !rest.isEmpty {
            let block = rest.prefix(Self.blockBytes)
            rest = UnsafeRawBufferPointer(rebasing: rest[block.count...])
            try readBlock(UnsafeRawBufferPointer(rebasing: block), isEnd: false)
        }
    }

    private mutating func readBlock(_ block: UnsafeRawBufferPointer, isEnd: Bool) throws(DocumentFailure) {
        var batch = newBatch
        try rows?.read(block, isEnd: isEnd, into: &batch)
        take(batch)
    }

    private mutating func readHeldList() throws(DocumentFailure) {
        var list = ByteBuffer()
        swap(&list, &held)
        var batch = newBatch
        try list.withBytes { bytes throws(DocumentFailure) in
            while try rows?.read(whole: UnsafeRawBufferPointer(bytes), into: &batch) == true {
                take(batch)
                batch = newBatch
            }
        }
    }

    private var newBatch: RowBatch { RowBatch(firstNumber: nextNumber, keptColumns: document.columns.kept.count) }

    private mutating func take(_ batch: RowBatch) {
        document.append(batch)
        nextNumber = batch.endNumber
    }
}
