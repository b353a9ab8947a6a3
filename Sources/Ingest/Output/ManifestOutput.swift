import Base
import Manifests
import System

/// The output for the entries of a run. No file is in its final place before `commit`.
protocol ManifestOutput: AnyObject {
    func append(_ entry: ManifestEntry) throws(MachineFailure)
    /// Completes the manifest after its last entry.
    func end() throws(MachineFailure)
    /// Completes only the comparison with the previous manifest, which stays. Nothing is written.
    func compare()
    /// Completes the new files under hidden names, so that `commit` needs no room on the disk.
    func prepare() throws(MachineFailure)
    /// Puts the complete manifest into its place. Returns what its user should know of that place.
    func commit() throws(MachineFailure) -> [IngestNotice]
    /// Whether the new manifest is in its place. It is, too, if only a later step of `commit` has failed.
    var isInPlace: Bool { get }
    /// The previous manifest, which is compared with the new one.
    var previous: PreviousManifest { get }
}

/// One file, or standard output.
final class SingleManifest: ManifestOutput {
    private var manifest: ManifestEncoder
    private let file: ManifestFile
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
        let file = ManifestFile(output, copy: copy)
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
