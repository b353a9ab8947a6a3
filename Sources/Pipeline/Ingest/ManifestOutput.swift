import Encodings
import Glibc
import Manifests

/// Where the entries of a run go. Nothing is in its place before `commit`.
protocol ManifestOutput: AnyObject {
    func append(_ entry: ManifestEntry) throws(MachineFailure)
    func commit() throws(MachineFailure)
}

/// One file, or standard output.
final class SingleManifest: ManifestOutput {
    private var manifest: ManifestFile
    private let file: AtomicFile?

    init(_ plan: IngestPlan.Output) throws(MachineFailure) {
        let file: AtomicFile? = if let path = plan.path { try AtomicFile(replacing: path) } else { nil }
        self.file = file
        manifest = ManifestFile(plan.kind) { bytes throws(MachineFailure) in
            if let file { try file.write(bytes) } else { try writeToStandardOutput(bytes) }
        }
    }

    func append(_ entry: ManifestEntry) throws(MachineFailure) { try manifest.append(entry) }

    func commit() throws(MachineFailure) {
        try manifest.end()
        try file?.commit()
    }
}

func writeToStandardOutput(_ bytes: UnsafeBufferPointer<UInt8>) throws(MachineFailure) {
    guard writeAll(bytes, to: STDOUT_FILENO) else { throw writeFailure(Array("standard output".utf8), errno) }
}
