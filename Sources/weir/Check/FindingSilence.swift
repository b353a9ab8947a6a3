import Base
import Checks
import System

/// What is not told of: what the baseline knows, and what the configuration ignores.
final class FindingSilence: Sendable {
    private let ignores: [Ignore]
    private let day: String
    /// Screens are looked at by several threads.
    private let baseline: Locked<Baseline>
    private let files: BaselineFiles
    /// All findings are learned, and none is told.
    private let isLearning: Bool
    private let hasBaseline: Bool

    /// `baseline` is nil where nobody has asked for one.
    init(_ configuration: CheckConfiguration, _ baseline: Baseline?, _ files: BaselineFiles, isLearning: Bool, day: String) {
        ignores = configuration.ignores
        self.day = day
        self.files = files
        self.baseline = Locked(baseline ?? Baseline())
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
        guard isLearning || hasBaseline else { return nil }
        let name = files.name(of: file)
        return baseline.change { baseline in
            if isLearning {
                baseline.learn(finding, in: name)
                return .known
            }
            return baseline.knows(finding, in: name) ? .known : nil
        }
    }

    /// What becomes of the baseline.
    struct Outcome {
        let count: Int
        let kept: Int
        let stale: Int
        let isUnchanged: Bool
    }

    /// Rules that were not asked, and files that this run has not looked at, are left as they are.
    func conclude(unasked: [String], checked manifests: [String]) -> Outcome {
        var files = files
        files.look(at: manifests)
        return baseline.change { baseline in
            baseline.keep(rules: unasked.contains, files: files.isUnchecked)
            return Outcome(
                count: baseline.count, kept: baseline.keptCount, stale: baseline.staleCount, isUnchanged: baseline.isUnchanged)
        }
    }

    /// The ignores that held until a day that is over.
    var overdue: [Ignore] { ignores.filter { $0.isOver(on: day) } }

    func write(to path: [UInt8]) throws(MachineFailure) {
        let file = try OutputFile(path)
        var buffer = ByteBuffer()
        try baseline.read { $0 }.write(to: &buffer) { buffer throws(MachineFailure) in
            try file.write(buffer)
            buffer.removeAll()
        }
        try file.write(buffer)
        try file.commit()
    }
}
