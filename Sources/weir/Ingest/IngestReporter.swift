import Fetching
import Ingest
import Measuring
import WeirBase
import WeirSystem

/// Receives the events of a run, and passes them to the log, the report and the metrics.
/// The lock of the outputs is held for each call of the log too, which one thread may use at a time.
final class IngestReporter: IngestReporting {
    private struct Outputs {
        var report: IngestReport?
        var metrics: MetricsFile?
        var hasNamedUndecoded = false
        /// The time of the last progress.
        var lastReported = monotonicSeconds()
    }

    private let outputs: Locked<Outputs>
    private let log: any RunLog
    private let isQuiet: Bool
    /// The reason why the report or the metrics cannot be written. The run is then refused, and the other output says so.
    let fault: MachineFailure?

    init(_ options: IngestOptions, _ log: any RunLog) {
        self.log = log
        var (report, metrics, fault) = (nil as IngestReport?, nil as MetricsFile?, nil as MachineFailure?)
        do throws(MachineFailure) {
            if let path = options.report { report = try IngestReport(path) }
        } catch { fault = error }
        do throws(MachineFailure) {
            if let path = options.metrics { metrics = try MetricsFile(path, manifest: options.outputName) }
        } catch { fault = fault ?? error }
        outputs = Locked(Outputs(report: report, metrics: metrics))
        self.fault = fault
        isQuiet = options.quiet
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
            switch picture.change {
            case .recovered: log.report(recovered: picture)
            case .undecoded(let failure) where !outputs.hasNamedUndecoded && !isQuiet:
                outputs.hasNamedUndecoded = true
                log.report(
                    notice:
                        "row \(picture.row) (line \(picture.line)): \(shown(picture.img)) has none of the placeholders of --with: \(failure.message)"
                )
            case .undecoded, .resized: break
            }
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
        outputs.change { _ in log.report(notice: notice.text) }
    }

    func giveUpOutputs() { outputs.change { ($0.report, $0.metrics) = (nil, nil) } }

    /// Writes the metrics, and returns the reason if that fails.
    func endMetrics(_ result: IngestResult) -> MachineFailure? {
        failure { outputs throws(MachineFailure) in try outputs.metrics?.end(result.summary, isWritten: result.isWritten) }
    }

    /// Writes the report, and returns the reason if that fails.
    func endReport(_ result: IngestResult, _ status: ExitStatus, _ message: String) -> MachineFailure? {
        failure { outputs throws(MachineFailure) in
            try outputs.report?.end(result, status, message: message)
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

/// The metrics of a run, in a file that is replaced when the run ends, even if it failed. The time of the last
/// successful run is then read from the old file, so that a failed run does not lose it. `-` means standard output.
final class MetricsFile {
    private let path: [UInt8]
    private let file: OutputFile
    private var metrics: RunMetrics

    /// The size limit for an old page, in case the file holds something else.
    private static let longestPage = 1 << 20

    /// Throws if the file cannot be written. `manifest` distinguishes the runs of one machine.
    init(_ path: [UInt8], manifest: String) throws(MachineFailure) {
        self.path = path
        metrics = RunMetrics(manifest: manifest)
        file = try OutputFile(path)
    }

    /// Writes the file. The file was writable when the run began, so a failure now is a failure of the machine.
    func end(_ summary: IngestSummary, isWritten: Bool) throws(MachineFailure) {
        metrics.summary = summary
        metrics.hasSucceeded = isWritten
        metrics.lastSuccess = isWritten ? unixSeconds() : previousSuccess()
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
    private func previousSuccess() -> Int64? {
        guard path != IngestOptions.standardOutput, let page = smallFile(path, atMost: Self.longestPage) else { return nil }
        return RunMetrics.lastSuccess(in: page, manifest: metrics.manifest)
    }
}
