import Base
import Manifests
import System

/// The output for the entries of a run. No file is in its final place before `commit`.
protocol ManifestOutput: AnyObject {
    func append(_ entry: ManifestEntry) throws(MachineFailure)
    /// Completes the manifest after its last entry.
    func end() throws(MachineFailure)
    /// Puts the complete manifest into its place.
    func commit() throws(MachineFailure)
    /// The differences from the old manifest, once the new one is complete; nil if there was none, or none that can be
    /// read.
    var change: ManifestChange? { get }
}

/// One file, or standard output.
final class SingleManifest: ManifestOutput {
    private var manifest: ManifestEncoder
    private let file: OutputFile
    private let copy: CompressedManifest?
    private let former: FormerManifest?

    var change: ManifestChange? { former?.change }

    init(_ plan: IngestPlan.Output) throws(MachineFailure) {
        let file = try OutputFile(plan.path)
        self.file = file
        let copy: CompressedManifest? = if let path = plan.path, plan.isPrecompressed { try CompressedManifest(of: path) } else { nil }
        self.copy = copy
        former = FormerManifest(plan)
        manifest = ManifestEncoder(plan.kind, insteadOf: former) { bytes throws(MachineFailure) in
            try file.write(bytes)
            try copy?.write(bytes)
        }
    }

    func append(_ entry: ManifestEntry) throws(MachineFailure) { try manifest.append(entry) }

    func end() throws(MachineFailure) {
        try manifest.end()
        former?.end()
    }

    func commit() throws(MachineFailure) {
        if let copy { try copy.commit(with: file) } else { try file.commit() }
    }
}
