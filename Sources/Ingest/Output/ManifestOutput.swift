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
    /// The previous manifest, which is compared with the new one.
    var previous: PreviousManifest { get }
}

/// One file, or standard output.
final class SingleManifest: ManifestOutput {
    private var manifest: ManifestEncoder
    private let file: FileWithCopy
    let previous: PreviousManifest
    private let plan: IngestPlan.Output

    var isInPlace: Bool { file.isInPlace }

    private static let leastRoom: Int64 = 4096

    init(_ plan: IngestPlan.Output) throws(MachineFailure) {
        self.plan = plan
        try plan.checkCopy()
        let output = try OutputFile(plan.path, keepsSame: true)
        // A disk that is full already is noticed before the first request.
        try output.reserve(SingleManifest.leastRoom)
        let copy = try plan.copy.map { path throws(MachineFailure) in
            try AtomicFile(replacing: path, isNamed: false, keepsSame: true)
        }
        let file = FileWithCopy(output, copy: copy)
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
        try plan.checkCopy()
        try file.prepare()
    }

    func commit() throws(MachineFailure) -> [IngestNotice] {
        try file.commit()
        return file.doubtfulLeftovers.map { .doubtfulLeftover($0) }
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

/// A file of a manifest, and its compressed copy if there is to be one. Files with the same bytes stay as they are.
///
/// A server sends the copy instead of the file if there is one. So the old copy is removed before the file is replaced, and
/// the new one comes last: there is never a copy of another content, and for a moment there is none.
final class FileWithCopy {
    private let file: OutputFile
    private let copy: AtomicFile?
    private var gzip: GzipOutput?

    init(_ file: OutputFile, copy: AtomicFile?) {
        (self.file, self.copy) = (file, copy)
        gzip = copy.map { copy in GzipOutput { bytes throws(MachineFailure) in try copy.write(bytes) } }
    }

    /// A file in a folder of pages, which syncs all of its files together.
    convenience init(_ name: [UInt8], in folder: OutputFolder, isPrecompressed: Bool) throws(MachineFailure) {
        let copy = isPrecompressed ? try AtomicFile(name + FileWithCopy.copyEnding, in: folder) : nil
        self.init(OutputFile(try AtomicFile(name, in: folder)), copy: copy)
    }

    static let copyEnding = Array(PageIndex.copyEnding.utf8)

    var isInPlace: Bool { file.isInPlace }
    /// Whether the files in place have these bytes; known after `prepare`.
    var isUnchanged: Bool { file.file?.isUnchanged ?? false && copy?.isUnchanged ?? true }
    var doubtfulLeftovers: [[UInt8]] { file.file?.doubtfulLeftovers ?? [] }

    func write(_ bytes: UnsafeBufferPointer<UInt8>) throws(MachineFailure) {
        try file.write(bytes)
        try gzip?.write(bytes)
    }

    func rename(to name: [UInt8]) {
        file.file?.rename(to: name)
        copy?.rename(to: name + FileWithCopy.copyEnding)
    }

    /// Completes both files, so that `commit` needs no room on the disk. New files get the permissions of `model`, and a first
    /// copy those of its file.
    func prepare(like model: stat? = nil) throws(MachineFailure) {
        try gzip?.end()
        gzip = nil
        try file.file?.prepare(like: model)
        try copy?.prepare(like: file.file?.target ?? model)
    }

    func commit() throws(MachineFailure) {
        if let copy, let file = file.file, !file.isUnchanged, !copy.isUnchanged { try copy.removeTarget() }
        try file.commit()
        try copy?.commit()
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
