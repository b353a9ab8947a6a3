import Glibc
import Manifests
import WeirBase
import WeirSystem

/// The output for the entries of a run. No file has its final name before `commit`.
protocol ManifestOutput: AnyObject {
    func append(_ entry: ManifestEntry) throws(MachineFailure)
    /// Completes the manifest after its last entry.
    func end() throws(MachineFailure)
    /// Completes only the comparison with the previous manifest, which stays. Nothing is written.
    func compare()
    /// Completes the new files under hidden names, so that `commit` needs no room on the disk.
    func prepare() throws(MachineFailure)
    /// Gives the complete manifest its name. Returns the notices for the user.
    func commit() throws(MachineFailure) -> [IngestNotice]
    /// Whether the new manifest has its name, even if a later step of `commit` has failed.
    var isInPlace: Bool { get }
    /// Whether the previous file has the same bytes, and stays, for each output; known after `prepare`.
    var unchanged: [Bool] { get }
    /// The previous manifest, which is compared with the new one.
    var previous: PreviousManifest { get }
}

/// One file, or standard output.
final class SingleManifest: ManifestOutput {
    private var manifest: ManifestEncoder
    private let file: OutputFile
    let previous: PreviousManifest
    private let plan: IngestPlan.Output

    var isInPlace: Bool { file.isInPlace }
    var unchanged: [Bool] { [file.file?.isUnchanged ?? false] }

    private static let leastRoom: Int64 = 4096

    init(_ plan: IngestPlan.Output) throws(MachineFailure) {
        self.plan = plan
        let file = try OutputFile(plan.path, keepsSame: true)
        // A disk that is full already is noticed before the first request.
        try file.reserve(SingleManifest.leastRoom)
        self.file = file
        let previous = PreviousManifest(plan)
        self.previous = previous
        manifest = ManifestEncoder(plan.kind, extras: plan.extras, insteadOf: previous) { bytes throws(MachineFailure) in
            try file.write(bytes)
        }
    }

    func append(_ entry: ManifestEntry) throws(MachineFailure) { try manifest.append(entry) }

    func end() throws(MachineFailure) {
        try manifest.end()
        previous.end()
    }

    func compare() {
        manifest.compare()
        previous.end()
    }

    func prepare() throws(MachineFailure) {
        // Somebody may have put a file there while the run was at work.
        try plan.checkOwner()
        try file.prepare()
    }

    func commit() throws(MachineFailure) -> [IngestNotice] {
        try file.commit()
        return (file.file?.doubtfulLeftovers ?? []).map { .doubtfulLeftover($0) }
    }
}

/// Several outputs with the same entries. The first is the manifest.
final class ManifestOutputs: ManifestOutput {
    private let outputs: [any ManifestOutput]

    var isInPlace: Bool { outputs[0].isInPlace }
    var unchanged: [Bool] { outputs.flatMap(\.unchanged) }
    var previous: PreviousManifest { outputs[0].previous }

    init(_ outputs: [any ManifestOutput]) { self.outputs = outputs }

    func append(_ entry: ManifestEntry) throws(MachineFailure) { for output in outputs { try output.append(entry) } }

    func end() throws(MachineFailure) { for output in outputs { try output.end() } }

    func compare() { for output in outputs { output.compare() } }

    func prepare() throws(MachineFailure) { for output in outputs { try output.prepare() } }

    func commit() throws(MachineFailure) -> [IngestNotice] {
        var notices: [IngestNotice] = []
        for output in outputs { notices += try output.commit() }
        return notices
    }
}

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
        previous?.compare(entry.img, entry.width, entry.height)
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

/// Compresses bytes while they are written, and passes them on.
final class GzipOutput {
    private var gzip = GzipWriter()
    private var packed = ByteBuffer()
    private let target: (UnsafeBufferPointer<UInt8>) throws(MachineFailure) -> Void

    init(into target: @escaping (UnsafeBufferPointer<UInt8>) throws(MachineFailure) -> Void) { self.target = target }

    func write(_ bytes: UnsafeBufferPointer<UInt8>) throws(MachineFailure) {
        gzip.write(bytes, to: &packed)
        try flush()
    }

    /// Nothing may be written afterwards.
    func end() throws(MachineFailure) {
        gzip.finish(to: &packed)
        try flush()
    }

    private func flush() throws(MachineFailure) {
        try packed.withBytes(target)
        packed.removeAll()
    }
}
