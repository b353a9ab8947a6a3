import Fetching
import Ingest
import Measuring
import Reports
import System

/// Receives the events of a run, and passes them to the log, the report and the metrics.
///
/// `@unchecked Sendable`: a run calls its listener from one thread at a time.
final class IngestListener: IngestListening, @unchecked Sendable {
    private let log: any RunLog
    private let report: IngestReportFile?
    private let metrics: MetricsFile?
    private let isQuiet: Bool
    private let start = monotonicSeconds()
    private var lastTold: Double
    /// The counts at the last progress.
    private var summary = IngestSummary()

    init(_ settings: IngestSettings, _ log: any RunLog) throws(MachineFailure) {
        self.log = log
        report = if let path = settings.report { try IngestReportFile(path) } else { nil }
        metrics = if let path = settings.metrics { try MetricsFile(path, manifest: settings.outputName) } else { nil }
        isQuiet = settings.quiet
        lastTold = start
    }

    var transferHearer: TransferObserver? { log.transferHearer }

    func hear(_ failure: RowFailure) throws(MachineFailure) {
        metrics?.count(failure)
        try report?.append(failure)
        log.tell(failure)
    }

    func hear(_ picture: ResizedPicture) { report?.append(picture) }

    func hear(_ progress: IngestProgress) {
        summary = progress.summary
        guard !isQuiet else { return }
        let now = monotonicSeconds()
        guard now - lastTold >= log.progressInterval else { return }
        lastTold = now
        log.tell(progress, after: now - start)
    }

    func hear(_ notice: JournalNotice) {
        if case .waiting = notice, isQuiet { return }
        log.tell(notice)
    }

    /// Writes report and metrics, and returns the failures of both.
    func finish(_ result: IngestResult) -> [MachineFailure] {
        [
            failure { () throws(MachineFailure) in try report?.end(result) },
            failure { () throws(MachineFailure) in try metrics?.end(result.summary, isWritten: result.ending == .written) },
        ].compactMap(\.self)
    }

    /// Writes the metrics of a run that has failed. It has no summary, so the counts at the last progress are written.
    func finishFailed() -> MachineFailure? {
        summary.seconds = monotonicSeconds() - start
        return failure { () throws(MachineFailure) in try metrics?.end(summary, isWritten: false) }
    }

    private func failure(of write: () throws(MachineFailure) -> Void) -> MachineFailure? {
        do throws(MachineFailure) {
            try write()
            return nil
        } catch {
            return error
        }
    }
}
