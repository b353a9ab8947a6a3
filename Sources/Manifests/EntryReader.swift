import Records
import Base

/// Reads the entries of a manifest that is not compressed, or no longer.
struct EntryReader: ~Copyable {
    private let columns: CatalogueColumns
    private var manifest: Manifest
    private var nextNumber = 1
    private var format: RecognisedFormat?
    /// Nil as long as the format is not known.
    private var rows: RowReader?
    /// What cannot be read before there is more of it: the bytes that do not tell the format yet,
    /// and all of a binary property list.
    private var held = ByteBuffer()

    /// So much is looked at to learn the format, and as much again until it is known.
    private static let stepBytes = 64
    /// So much is read at once, so that the rows of one batch are few.
    private static let blockBytes = 256 << 10
    /// What is read as a whole must have an end, since a few megabytes of gzip may claim to be
    /// terabytes. This is room for ten million entries.
    private static let wholeBytes = 2 << 30

    init(keeping detail: EntryDetail) {
        columns = detail.columns
        manifest = Manifest(keeping: detail)
    }

    mutating func read(_ bytes: UnsafeRawBufferPointer) throws(CatalogueFailure) {
        var rest = bytes
        while format == nil, !rest.isEmpty {
            let step = rest.prefix(Self.stepBytes)
            rest = UnsafeRawBufferPointer(rebasing: rest[step.count...])
            try hold(UnsafeRawBufferPointer(rebasing: step))
            try recogniseHeld(isEnd: false)
        }
        if format == .json || format == .xmlPlist { try readRows(rest) } else { try hold(rest) }
    }

    consuming func finish() throws(CatalogueFailure) -> Manifest {
        if format == nil { try recogniseHeld(isEnd: true) }
        switch format {
        case .json, .xmlPlist: try readBlock(UnsafeRawBufferPointer(start: nil, count: 0), isEnd: true)
        case .binaryPlist: try readHeldList()
        // A file of JSON Lines that has no entries has no bytes.
        case nil: break
        }
        return manifest
    }

    private mutating func hold(_ bytes: UnsafeRawBufferPointer) throws(CatalogueFailure) {
        guard held.count + bytes.count <= Self.wholeBytes else {
            throw CatalogueFailure("the manifest has to be read as a whole, and has more than \(Self.wholeBytes) bytes")
        }
        held.append(bytes)
    }

    private mutating func recogniseHeld(isEnd: Bool) throws(CatalogueFailure) {
        format = try held.withBytes { bytes throws(CatalogueFailure) in try recognise(bytes, isEnd: isEnd) }
        guard let format else { return }
        let records: RecordFormat = switch format {
        case .json: .json(.any)
        case .xmlPlist: .xmlPlist
        case .binaryPlist: .binaryPlist
        }
        rows = RowReader(records, columns: columns, words: .manifest)
        if format == .binaryPlist { return }
        var beginning = ByteBuffer()
        swap(&beginning, &held)
        try beginning.withBytes { bytes throws(CatalogueFailure) in
            try readRows(UnsafeRawBufferPointer(bytes))
        }
    }

    private mutating func readRows(_ bytes: UnsafeRawBufferPointer) throws(CatalogueFailure) {
        var rest = bytes
        while !rest.isEmpty {
            let block = rest.prefix(Self.blockBytes)
            rest = UnsafeRawBufferPointer(rebasing: rest[block.count...])
            try readBlock(UnsafeRawBufferPointer(rebasing: block), isEnd: false)
        }
    }

    private mutating func readBlock(_ block: UnsafeRawBufferPointer, isEnd: Bool) throws(CatalogueFailure) {
        var batch = newBatch
        try rows?.read(block, isEnd: isEnd, into: &batch)
        take(batch)
    }

    private mutating func readHeldList() throws(CatalogueFailure) {
        var list = ByteBuffer()
        swap(&list, &held)
        var batch = newBatch
        try list.withBytes { bytes throws(CatalogueFailure) in
            while try rows?.read(whole: UnsafeRawBufferPointer(bytes), into: &batch) == true {
                take(batch)
                batch = newBatch
            }
        }
    }

    private var newBatch: RowBatch { RowBatch(firstNumber: nextNumber, keptColumns: columns.kept.count) }

    private mutating func take(_ batch: RowBatch) {
        manifest.append(batch)
        nextNumber = batch.endNumber
    }
}
