import WeirBase
import WeirRecords

/// Reads a manifest that arrives in pieces of any length, compressed or not. The content determines the
/// format. A thrown failure concerns the whole manifest; a broken entry is reported in the manifest.
public struct ManifestReader: ~Copyable {
    private var entries: EntryReader
    private var compression = Compression.unknown
    private var gzip = GzipReader()
    /// The decompressed bytes that have not been read.
    private var inflated = ByteBuffer()
    /// The compressed bytes, from the first one, until a format is known that need not be held. A few megabytes may be
    /// decompressed to more than can be held, so the bytes of a list are counted before.
    private var packed = ByteBuffer()
    private var inflatedCount = 0
    /// The first bytes, until they show whether the manifest is compressed.
    private var beginning = ByteBuffer()

    private enum Compression {
        case unknown, none, gzip
    }

    /// The number of bytes that are decompressed at once.
    private static let blockBytes = 64 << 10

    /// The entries become the next page of `document`, which knows what it keeps. An empty file is JSON Lines without entries, and
    /// refused without `mayBeEmpty`.
    public init(into document: consuming ManifestDocument = ManifestDocument(), mayBeEmpty: Bool = true) {
        entries = EntryReader(document, mayBeEmpty: mayBeEmpty)
    }

    /// Takes the next bytes, as many as there are.
    public mutating func read(_ bytes: UnsafeRawBufferPointer) throws(DocumentFailure) {
        var rest = bytes
        if compression == .unknown {
            let step = rest.prefix(2 - beginning.count)
            rest = UnsafeRawBufferPointer(rebasing: rest[step.count...])
            beginning.append(UnsafeRawBufferPointer(rebasing: step))
            guard beginning.count == 2 else { return }
            try passBeginning()
        }
        try pass(rest)
    }

    /// Marks the end of the input and returns the document with all its pages.
    public consuming func finish() throws(DocumentFailure) -> ManifestDocument {
        if compression == .unknown { try passBeginning() }
        do throws(GzipFailure) {
            if compression == .gzip { try gzip.finish() }
        } catch {
            throw DocumentFailure(error.message)
        }
        if compression == .gzip, entries.isHeldWhole { try readRestOfList() }
        return try entries.finish()
    }

    private mutating func passBeginning() throws(DocumentFailure) {
        var held = ByteBuffer()
        swap(&held, &beginning)
        compression = held.withBytes { GzipReader.recognizes(UnsafeRawBufferPointer($0)) } ? .gzip : .none
        try held.withBytes { bytes throws(DocumentFailure) in try pass(UnsafeRawBufferPointer(bytes)) }
    }

    private mutating func pass(_ bytes: UnsafeRawBufferPointer) throws(DocumentFailure) {
        guard compression == .gzip else { return try entries.read(bytes) }
        if !entries.isRecognized || entries.isHeldWhole { packed.append(bytes) }
        var rest = bytes
        var hasMore = true
        while hasMore {
            hasMore = try inflate(&rest)
            if !entries.isHeldWhole {
                try inflated.withBytes { bytes throws(DocumentFailure) in try entries.read(UnsafeRawBufferPointer(bytes)) }
            }
            inflatedCount += inflated.count
            if entries.isHeldWhole { try entries.checkLength(inflatedCount) }
        }
    }

    /// Decompresses the next block. Returns whether the bytes may give another one.
    private mutating func inflate(_ bytes: inout UnsafeRawBufferPointer) throws(DocumentFailure) -> Bool {
        inflated.removeAll()
        do throws(GzipFailure) { return try gzip.read(&bytes, atMost: Self.blockBytes, to: &inflated) } catch {
            throw DocumentFailure(error.message)
        }
    }

    /// Decompresses the list again, and holds what was only counted.
    private mutating func readRestOfList() throws(DocumentFailure) {
        gzip = GzipReader()
        var held = ByteBuffer()
        swap(&held, &packed)
        var known = entries.heldCount
        try held.withBytes { packed throws(DocumentFailure) in
            var rest = UnsafeRawBufferPointer(packed)
            var hasMore = true
            while hasMore {
                hasMore = try inflate(&rest)
                let step = min(known, inflated.count)
                known -= step
                try inflated.withBytes { bytes throws(DocumentFailure) in
                    try entries.read(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[step...]))
                }
            }
        }
    }
}

extension ManifestDocument {
    /// Reads a manifest in memory.
    public init(_ bytes: UnsafeRawBufferPointer) throws(DocumentFailure) {
        var reader = ManifestReader()
        try reader.read(bytes)
        self = try reader.finish()
    }
}
