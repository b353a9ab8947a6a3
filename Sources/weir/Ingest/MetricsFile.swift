import Base
import Ingest
import Reports
import System

/// The metrics of a run, in a file that is replaced when the run ends, even if it failed. The time of the last
/// successful run is then read from the old file, so that a failed run does not lose it. `-` means standard output.
final class MetricsFile {
    private let path: [UInt8]
    private let file: OutputFile
    private var metrics: RunMetrics

    /// The size limit for an old page, in case the file holds something else.
    private static let longestPage = 1 << 20

    /// Throws if the place cannot be written. `manifest` distinguishes the runs of one machine.
    init(_ path: [UInt8], manifest: String) throws(MachineFailure) {
        self.path = path
        metrics = RunMetrics(manifest: manifest)
        file = try OutputFile(path, replacing: .metrics, option: "--metrics")
    }

    /// Writes the file. The place was writable when the run began, so a failure now is a failure of the machine.
    func end(_ summary: IngestSummary, isWritten: Bool) throws(MachineFailure) {
        metrics.summary = summary
        metrics.hasSucceeded = isWritten
        metrics.lastSuccess = isWritten ? unixSeconds() : earlierSuccess()
        var page = ByteBuffer()
        metrics.append(to: &page)
        do throws(MachineFailure) {
            try file.write(page)
            try file.commit()
        } catch {
            throw error.kind == .input ? .machine(error.message) : error
        }
    }

    /// Read at the end, since this run may have waited for one that has succeeded.
    private func earlierSuccess() -> Int64? {
        guard path != IngestSettings.standardOutput, let page = smallFile(path, atMost: Self.longestPage) else { return nil }
        return RunMetrics.lastSuccess(in: page, manifest: metrics.manifest)
    }
}
