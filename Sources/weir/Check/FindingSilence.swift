import Checks
import Encodings
import Pipeline

/// What is not told of: what the baseline knows, and what the configuration ignores.
final class FindingSilence {
    private let ignores: [Ignore]
    private let day: String
    private var baseline: Baseline
    /// All findings are learned, and none is told.
    private let isLearning: Bool
    private let hasBaseline: Bool

    init(_ configuration: CheckConfiguration, _ baseline: Baseline?, isLearning: Bool, day: String) {
        ignores = configuration.ignores
        self.day = day
        self.baseline = baseline ?? Baseline()
        hasBaseline = baseline != nil
        self.isLearning = isLearning
    }

    /// Nil where nothing can be silent: of findings that are only counted, names need not be made.
    var judge: Silence.Judge? {
        guard isLearning || hasBaseline || !ignores.isEmpty else { return nil }
        return { self.silence(of: $1, in: $0) }
    }

    private func silence(of finding: FindingIdentity, in file: String) -> Silence? {
        // Of a file that cannot be read nobody knows what else is in it.
        if finding.rule == ManifestRules.parses.id { return nil }
        if ignores.contains(where: { $0.covers(finding, in: file, on: day) }) { return .ignored }
        if isLearning {
            baseline.learn(finding, in: file)
            return .known
        }
        return baseline.knows(finding, in: file) ? .known : nil
    }

    var count: Int { baseline.count }
    var staleCount: Int { baseline.staleCount }

    /// The ignores that held until a day that is over.
    var overdue: [Ignore] { ignores.filter { $0.isOver(on: day) } }

    func write(to path: [UInt8]) throws(MachineFailure) {
        var buffer = ByteBuffer()
        baseline.write(to: &buffer)
        let file = try OutputFile(path)
        try file.write(buffer)
        try file.commit()
    }
}
