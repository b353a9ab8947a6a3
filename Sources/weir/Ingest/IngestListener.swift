import Fetching
import Ingest
import Measuring
import Reports
import System

/// Receives the events of a run, and passes them to the log, the report and the metrics.
/// The lock of the outputs is held for each call of the log too, which one thread may use at a time.
final class IngestListener: IngestListening {
    private struct Outputs {
        let report: IngestReportFile?
        let metrics: MetricsFile?
        /// The time of the last progress.
        var lastTold = monotonicSeconds()
    }

    private let outputs: Locked<Outputs>
    private let log: any RunLog
    private let isQuiet: Bool

    init(_ settings: IngestSettings, _ log: any RunLog) throws(MachineFailure) {
        self.log = log
        let report = if let path = settings.report { try IngestReportFile(path) } else { nil as IngestReportFile? }
        let metrics = if let path = settings.metrics { try MetricsFile(path, manifest: settings.outputName) } else { nil as MetricsFile? }
        outputs = Locked(Outputs(report: report, metrics: metrics))
        isQuiet = settings.quiet
    }

    var transferHearer: TransferObserver? { log.transferHearer }

    func hear(_ failure: RowFailure, isTold: Bool) throws(MachineFailure) {
        try outputs.change { outputs throws(MachineFailure) in
            try outputs.report?.append(failure)
            if !isTold { log.tell(failure) }
        }
    }

    func hear(_ picture: ResizedPicture) { outputs.change { $0.report?.append(picture) } }

    func hear(_ picture: RecoveredPicture) {
        outputs.change { outputs in
            outputs.report?.append(picture)
            log.tell(picture)
        }
    }

    func hear(_ progress: IngestProgress) {
        outputs.change { outputs in
            for failure in progress.failures { log.tell(failure) }
            let now = monotonicSeconds()
            // Half a second less, since the calls come a little late, too.
            guard !isQuiet, now - outputs.lastTold >= log.progressInterval - 0.5 else { return }
            outputs.lastTold = now
            log.tell(progress)
        }
    }

    func hear(_ notice: JournalNotice) {
        if case .waiting = notice, isQuiet { return }
        outputs.change { _ in log.tell(notice: notice.message) }
    }

    func hear(_ notice: IngestNotice) {
        // A key that is kept may be rare, so a quiet run does not tell every night that no row has it.
        if case .missingKey = notice, isQuiet { return }
        outputs.change { _ in log.tell(notice: notice.message) }
    }

    /// Writes report and metrics, and returns the failures of both. A run that did not have its turn leaves the metrics as
    /// they are, as one does that is locked out.
    func finish(_ result: IngestResult) -> [MachineFailure] {
        [
            failure { outputs throws(MachineFailure) in try outputs.report?.end(result) },
            failure { outputs throws(MachineFailure) in
                if result.hasBegun { try outputs.metrics?.end(result.summary, isWritten: result.isWritten) }
            },
        ].compactMap(\.self)
    }

    /// Writes the metrics of a run that failed before its first row.
    func finishFailed() -> MachineFailure? {
        failure { outputs throws(MachineFailure) in try outputs.metrics?.end(IngestSummary(), isWritten: false) }
    }

    private func failure(of write: (Outputs) throws(MachineFailure) -> Void) -> MachineFailure? {
        do throws(MachineFailure) {
            try outputs.change { outputs throws(MachineFailure) in try write(outputs) }
            return nil
        } catch {
            return error
        }
    }
}
