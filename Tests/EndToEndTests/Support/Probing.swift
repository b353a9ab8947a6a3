import TestSupport

/// Runs `weir probe` in the folder.
func probe(_ arguments: Bytes..., input: Bytes = [], in folder: TemporaryFolder) throws -> Outcome {
    try Program.weir.run(["probe"] + arguments, input: input, in: folder)
}

extension Outcome {
    /// The last column of the lines of `--format tsv`.
    var paths: [String] { lines.dropLast().map { String($0.split(separator: "\t").last ?? "") } }
}
