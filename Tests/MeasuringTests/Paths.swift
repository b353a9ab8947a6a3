import Measuring
import TestSupport
import WeirSystem

extension PathBatch {
    var paths: [Bytes] {
        var paths: [Bytes] = []
        forEach { paths.append(Bytes(Array($0))) }
        return paths
    }
}

extension PathSource {
    /// The remaining batches.
    mutating func rest() throws -> [[Bytes]] {
        var batches: [[Bytes]] = []
        while let batch = try next() { batches.append(batch.paths) }
        return batches
    }
}

/// Gives its batches and then fails.
struct FailingPaths: PathSource {
    var batches: [[Bytes]] = []
    static let failure = MachineFailure.input("no more")

    mutating func next() throws(MachineFailure) -> PathBatch? {
        if batches.isEmpty { throw FailingPaths.failure }
        var list = PathList(batches.removeFirst().map(\.all))
        return list.next()
    }
}
