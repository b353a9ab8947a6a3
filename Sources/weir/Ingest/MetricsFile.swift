import Base
import Ingest
import Reports
import System

/// The metrics of a run, in a file that is replaced when the run has ended, however it did. When a
/// run last succeeded is learned from the file itself, so that a bad night does not hide it.
/// `-` is standard output, which knows of no run before.
final class MetricsFile {
    private let file: OutputFile
    private var metrics: RunMetrics

    /// No page of ours is nearly as long.
    private static let longestPage = 1 << 20

    /// A place that cannot be written to is known at once. `manifest` tells the runs of one machine apart.
    init(_ path: [UInt8], manifest: String) throws(MachineFailure) {
        metrics = RunMetrics(manifest: manifest)
        file = try OutputFile(path)
        guard path != Array("-".utf8), let page = smallFile(path, atMost: Self.longestPage) else { return }
        metrics.lastSuccess = RunMetrics.lastSuccess(in: page, manifest: manifest)
    }

    func count(_ failure: RowFailure) {
        if let code = failure.code { metrics.failures[code, default: 0] += 1 }
    }

    /// Writes the file. The run is over by then, so whatever prevents this is the machine's fault,
    /// not that of who named the place.
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
