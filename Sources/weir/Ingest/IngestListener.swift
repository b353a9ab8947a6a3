import Fetching
import Ingest
import Measuring
import Reports
import System

/// Receives the events of a run, and passes them to the log, the report and the metrics.
///
/// `@unchecked Sendable`: everything but `transferHearer` happens below the lock, or after the run.
final class IngestListener: IngestListening, @unchecked Sendable {
    /// The time of the last progress. Its lock is that of everything here.
    private let lastTold = Locked(monotonicSeconds())
    private let log: any RunLog
    private let report: IngestReportFile?
    private let metrics: MetricsFile?
    private let isQuiet: Bool

    init(_ settings: IngestSettings, _ log: any RunLog) throws(MachineFailure) {
        self.log = log
        report = if let path = settings.report { try IngestReportFile(path) } else { nil }
        metrics = if let path = settings.metrics { try MetricsFile(path, manifest: settings.outputName) } else { nil }
        isQuiet = settings.quiet
    }

    var transferHearer: TransferObserver? { log.transferHearer }

    func hear(_ failure: RowFailure, isTold: Bool) throws(MachineFailure) {
        try lastTold.change { _ throws(MachineFailure) in
            try report?.append(failure)
            if !isTold { log.tell(failure) }
        }
    }

    func hear(_ picture: ResizedPicture) { lastTold.change { _ in report?.append(picture) } }

    func hear(_ picture: RecoveredPicture) {
        lastTold.change { _ in
            report?.append(picture)
            log.tell(picture)
        }
    }

    func hear(_ progress: IngestProgress) {
        lastTold.change { lastTold in
            for failure in progress.failures { log.tell(failure) }
            let now = monotonicSeconds()
            // Half a second less, since the calls come a little late, too.
            guard !isQuiet, now - lastTold >= log.progressInterval - 0.5 else { return }
            lastTold = now
            log.tell(progress)
        }
    }

    func hear(_ notice: JournalNotice) {
        if case .waiting = notice, isQuiet { return }
        log.tell(notice)
    }

    /// A key that is kept may be rare, so a quiet run does not tell every night that no row has it.
    func hear(_ warning: CatalogueWarning) {
        if !isQuiet { lastTold.change { _ in log.tell(warning) } }
    }

    /// Writes report and metrics, and returns the failures of both.
    func finish(_ result: IngestResult) -> [MachineFailure] {
        [
            failure { () throws(MachineFailure) in try report?.end(result) },
            failure { () throws(MachineFailure) in try metrics?.end(result.summary, isWritten: result.ending == .written) },
        ].compactMap(\.self)
    }

    /// Writes the metrics of a run that failed before its first row.
    func finishFailed() -> MachineFailure? {
        failure { () throws(MachineFailure) in try metrics?.end(IngestSummary(), isWritten: false) }
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
