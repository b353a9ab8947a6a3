import Base
import Ingest
import Reports
import System

/// The metrics of a run, in a file that is replaced when the run has ended, however it did. The time at which a run
/// last succeeded is read from the file itself, so that a run that fails does not lose it. `-` is standard output.
final class MetricsFile {
    private let file: OutputFile
    private var metrics: RunMetrics

    /// A bound for files that are no metrics.
    private static let longestPage = 1 << 20

    /// A place that cannot be written is known at once. `manifest` tells the runs of one machine apart.
    init(_ path: [UInt8], manifest: String) throws(MachineFailure) {
        metrics = RunMetrics(manifest: manifest)
        file = try OutputFile(path)
        guard path != Array("-".utf8), let page = smallFile(path, atMost: Self.longestPage) else { return }
        metrics.lastSuccess = RunMetrics.lastSuccess(in: page, manifest: manifest)
    }

    func count(_ failure: RowFailure) {
        if let code = failure.code { metrics.failures[code, default: 0] += 1 }
    }

    /// Writes the file. The place could be written when the run began, so a failure now is the machine's.
    func end(_ summary: IngestSummary, isWritten: Bool) throws(MachineFailure) {
        metrics.summary = summary
        metrics.hasSucceeded = isWritten
        if isWritten { metrics.lastSuccess = unixSeconds() }
        var page = ByteBuffer()
        metrics.append(to: &page)
        do throws(MachineFailure) {
            try file.write(page)
            try file.commit()
        } catch {
            throw error.kind == .input ? .machine(error.message) : error
        }
    }
}
