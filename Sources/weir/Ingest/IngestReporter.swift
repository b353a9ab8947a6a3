import Fetching
import Ingest
import Measuring
import Reports
import System

/// Receives the events of a run, and passes them to the log, the report and the metrics.
/// The lock of the outputs is held for each call of the log too, which one thread may use at a time.
final class IngestReporter: IngestReporting {
    private struct Outputs {
        let report: IngestReportFile?
        let metrics: MetricsFile?
        /// The time of the last progress.
        var lastReported = monotonicSeconds()
    }

    private let outputs: Locked<Outputs>
    private let log: any RunLog
    private let isQuiet: Bool
    /// The reason why the report or the metrics cannot be written. The run is then refused, and the other output says so.
    let fault: MachineFailure?

    init(_ settings: IngestSettings, _ log: any RunLog) {
        self.log = log
        var (report, metrics, fault) = (nil as IngestReportFile?, nil as MetricsFile?, nil as MachineFailure?)
        do throws(MachineFailure) {
            if let path = settings.report { report = try IngestReportFile(path) }
        } catch { fault = error }
        do throws(MachineFailure) {
            if let path = settings.metrics { metrics = try MetricsFile(path, manifest: settings.outputName) }
        } catch { fault = fault ?? error }
        outputs = Locked(Outputs(report: report, metrics: metrics))
        self.fault = fault
        isQuiet = settings.quiet
    }

    var onTransfer: TransferObserver? { log.onTransfer }

    func report(_ failure: RowFailure, isReported: Bool) throws(MachineFailure) {
        try outputs.change { outputs throws(MachineFailure) in
            try outputs.report?.append(failure)
            if !isReported { log.report(failure) }
        }
    }

    func report(_ picture: ChangedPicture) {
        outputs.change { outputs in
            outputs.report?.append(picture)
            if case .recovered = picture.change { log.report(recovered: picture) }
        }
    }

    func report(_ progress: IngestProgress) {
        outputs.change { outputs in
            for failure in progress.failures { log.report(failure) }
            let now = monotonicSeconds()
            // Half a second less, since the calls come a little late, too.
            guard !isQuiet, now - outputs.lastReported >= log.progressInterval - 0.5 else { return }
            outputs.lastReported = now
            log.report(progress)
        }
    }

    func report(_ notice: JournalNotice) {
        if case .waiting = notice, isQuiet { return }
        outputs.change { _ in log.report(notice: notice.message) }
    }

    func report(_ notice: IngestNotice) {
        if notice.isUsual, isQuiet { return }
        outputs.change { _ in log.report(notice: notice.message) }
    }

    /// Writes the metrics, and returns the reason if that fails.
    func endMetrics(_ result: IngestResult) -> MachineFailure? {
        failure { outputs throws(MachineFailure) in try outputs.metrics?.end(result.summary, isWritten: result.isWritten) }
    }

    /// Writes the report, and returns the reason if that fails.
    func endReport(_ result: IngestResult, _ status: ExitStatus, _ message: String) -> MachineFailure? {
        failure { outputs throws(MachineFailure) in
            try outputs.report?.end(result, status: Int(status.rawValue), message: message)
        }
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
