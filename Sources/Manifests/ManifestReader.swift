import Records
import Base

/// Reads a manifest that comes in pieces of any length, of whatever format, compressed or not:
/// the content tells. What is thrown concerns the whole manifest; an entry that is broken is
/// noted in it.
public struct ManifestReader: ~Copyable {
    private var entries: EntryReader
    private var compression = Compression.unknown
    private var gzip = GzipReader()
    /// What has been decompressed and not been read.
    private var inflated = ByteBuffer()
    /// The first bytes, as long as they are too few to tell whether they are compressed.
    private var beginning = ByteBuffer()

    private enum Compression {
        case unknown, none, gzip
    }

    /// So much is decompressed at once.
    private static let blockBytes = 64 << 10

    public init(keeping detail: EntryDetail = .texts) { entries = EntryReader(keeping: detail) }

    public mutating func read(_ bytes: UnsafeRawBufferPointer) throws(CatalogueFailure) {
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

    /// Tells that there are no more bytes, and answers what they were.
    public consuming func finish() throws(CatalogueFailure) -> Manifest {
        if compression == .unknown { try passBeginning() }
        do throws(GzipFailure) {
            if compression == .gzip { try gzip.finish() }
        } catch {
            throw CatalogueFailure(error.message)
        }
        return try entries.finish()
    }

    private mutating func passBeginning() throws(CatalogueFailure) {
        var held = ByteBuffer()
        swap(&held, &beginning)
        compression = held.withBytes { GzipReader.recognises(UnsafeRawBufferPointer($0)) } ? .gzip : .none
        try held.withBytes { bytes throws(CatalogueFailure) in try pass(UnsafeRawBufferPointer(bytes)) }
    }

    private mutating func pass(_ bytes: UnsafeRawBufferPointer) throws(CatalogueFailure) {
        guard compression == .gzip else { return try entries.read(bytes) }
        var rest = bytes
        var hasMore = true
        while hasMore {
            inflated.removeAll()
            do throws(GzipFailure) {
                hasMore = try gzip.read(&rest, atMost: Self.blockBytes, to: &inflated)
            } catch {
                throw CatalogueFailure(error.message)
            }
            try inflated.withBytes { bytes throws(CatalogueFailure) in
                try entries.read(UnsafeRawBufferPointer(bytes))
            }
        }
    }
}

extension Manifest {
    /// Reads a manifest that lies in memory.
    public init(_ bytes: UnsafeRawBufferPointer) throws(CatalogueFailure) {
        var reader = ManifestReader()
        try reader.read(bytes)
        self = try reader.finish()
    }
}
