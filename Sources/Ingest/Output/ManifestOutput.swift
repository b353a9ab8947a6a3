import Base
import Manifests
import System

/// Where the entries of a run go. Nothing is in its place before `commit`.
protocol ManifestOutput: AnyObject {
    func append(_ entry: ManifestEntry) throws(MachineFailure)
    func commit() throws(MachineFailure)
    /// What differs from the manifest before, once all entries are there; nil where there was none, or none that
    /// can be read.
    var change: ManifestChange? { get }
}

/// One file, or standard output.
final class SingleManifest: ManifestOutput {
    private var manifest: ManifestEncoder
    private let file: OutputFile
    private let former: FormerManifest?

    var change: ManifestChange? { former?.change }

    init(_ plan: IngestPlan.Output) throws(MachineFailure) {
        let file = try OutputFile(plan.path)
        self.file = file
        former = FormerManifest(plan)
        manifest = ManifestEncoder(plan.kind, insteadOf: former) { bytes throws(MachineFailure) in
            try file.write(bytes)
        }
    }

    func append(_ entry: ManifestEntry) throws(MachineFailure) { try manifest.append(entry) }

    func commit() throws(MachineFailure) {
        try manifest.end()
        former?.end()
        try file.commit()
    }
}
