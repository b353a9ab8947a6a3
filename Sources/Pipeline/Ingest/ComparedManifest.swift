import Manifests
import Reports

/// A manifest that is compared with the one that it replaces while it is written.
final class ComparedManifest: ManifestOutput {
    private let output: any ManifestOutput
    private var former: FormerManifest?

    init(_ output: any ManifestOutput, replacing place: IngestPlan.Output) {
        self.output = output
        former = FormerManifest(place)
    }

    /// nil where there was no manifest before, or none that can be read.
    var change: ManifestChange? { former?.change }

    func append(_ entry: ManifestEntry) throws(MachineFailure) {
        former?.compare(entry)
        try output.append(entry)
    }

    func commit() throws(MachineFailure) { try output.commit() }
}
