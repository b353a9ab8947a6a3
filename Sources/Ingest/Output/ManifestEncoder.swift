import Base
import Manifests
import System

/// Turns entries into the bytes of a manifest or of one page, compressed if requested. The bytes are also compared
/// with those of the previous manifest.
struct ManifestEncoder: ~Copyable {
    private var writer: any ManifestWriter
    private let gzip: GzipOutput?
    private var text: ByteBuffer
    private(set) var entries = 0
    private let previous: PreviousManifest?
    private let write: (UnsafeBufferPointer<UInt8>) throws(MachineFailure) -> Void

    private static let blockSize = 1 << 18

    init(
        _ kind: ManifestKind, extras: [String] = [], insteadOf previous: PreviousManifest?,
        write: @escaping (UnsafeBufferPointer<UInt8>) throws(MachineFailure) -> Void
    ) {
        var writer = kind.format.writer(extras)
        var text = ByteBuffer(capacity: ManifestEncoder.blockSize * 2)
        writer.begin(&text)
        self.writer = writer
        self.text = text
        gzip = kind.isGzip ? GzipOutput(into: write) : nil
        self.previous = previous
        self.write = if let gzip { gzip.write } else { write }
    }

    mutating func append(_ entry: ManifestEntry) throws(MachineFailure) {
        previous?.compare(entry)
        writer.append(entry, to: &text)
        entries += 1
        if text.count >= ManifestEncoder.blockSize { try flush() }
    }

    mutating func end() throws(MachineFailure) {
        writer.end(&text)
        try flush()
        try gzip?.end()
    }

    /// Completes the comparison with the previous manifest. Nothing is written.
    mutating func compare() {
        writer.end(&text)
        text.withBytes { previous?.compare($0) }
        text.removeAll()
    }

    private mutating func flush() throws(MachineFailure) {
        text.withBytes { previous?.compare($0) }
        try text.withBytes(write)
        text.removeAll()
    }
}
