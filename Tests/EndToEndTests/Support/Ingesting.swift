import Foundation
import TestSupport

/// Runs `weir ingest` in the folder.
func ingest(_ arguments: Bytes..., input: Bytes = [], in folder: TemporaryFolder) throws -> Outcome {
    try Program.weir.run(["ingest"] + arguments, input: input, in: folder)
}

extension TemporaryFolder {
    /// The names of the default journal and of the files that belong to it.
    func journalNames(in below: String = "") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path + "/" + below).sorted()
            .filter { $0.hasPrefix(".weir-journal") }
    }
}
