import Ingest
import System

extension IngestSettings {
    /// Runs `weir ingest`. Failures are written by the log, in its own format.
    func run() -> ExitStatus {
        let log = log()
        do throws(MachineFailure) {
            let plan = try readyPlan()
            return dryRun ? try preview(plan, log) : try ingest(plan, log)
        } catch {
            log.tell(error)
            return ExitStatus(error.kind)
        }
    }

    private func readyPlan() throws(MachineFailure) -> IngestPlan {
        do throws(UsageError) {
            return try completePlan()
        } catch {
            // The same check passed when the arguments were parsed.
            throw .input(error.message)
        }
    }

    private func ingest(_ plan: IngestPlan, _ log: any RunLog) throws(MachineFailure) -> ExitStatus {
        let signals = TerminationSignals()
        let listener = try IngestListener(self, log)
        let result: IngestResult
        do throws(MachineFailure) {
            result = try IngestRun(plan, listener: listener, signals).run()
        } catch {
            // A run that is locked out has not begun, so it writes no metrics.
            if error.kind != .locked, let second = listener.finishFailed() { log.tell(second) }
            throw error
        }
        // The result of the manifest comes first, so that a failure of the report cannot hide it.
        if !quiet || result.ending != .written { log.tell(result, sentence(on: result)) }
        let failures = listener.finish(result)
        for failure in failures { log.tell(failure) }
        return failures.first.map { ExitStatus($0.kind) } ?? ExitStatus(result)
    }

    /// A sentence about the manifest's result, without a full stop.
    private func sentence(on result: IngestResult) -> String {
        let rest = output == Array("-".utf8) ? "standard output has no whole manifest" : "\(outputName) stays as it was"
        let summary = result.summary
        switch result.ending {
        case .written: return "\(summary.sentence); wrote \(outputName)"
        case .gated:
            let failed = summary.failed == 1 ? "1 row without a true size is" : "\(summary.failed) rows without a true size are"
            return "\(summary.sentence); \(failed) more than --max-failures \(plan.maxFailures.shown) allows: \(rest)"
        case .stoppedAtFailure: return "stopped at the first failure, as --on-failure stop asks: \(rest)"
        case .interrupted: return "interrupted after \(summary.sentence): \(rest)"
        case .stoppedAtBrokenRow: return "stopped at the first broken row, as --strict asks: \(rest)"
        }
    }
}

extension ExitStatus {
    fileprivate init(_ result: IngestResult) {
        self = switch result.ending {
        case .written: result.summary.failed + result.summary.stale == 0 ? .ok : .findings
        case .gated, .stoppedAtFailure: .findings
        case .interrupted(let signal): ExitStatus(signal: signal)
        case .stoppedAtBrokenRow: .usage
        }
    }
}

extension IngestPlan.MaxFailures {
    /// The value as the user types it.
    fileprivate var shown: String {
        switch self {
        case .count(let count): "\(count)"
        case .percent(let percent): "\(percent == percent.rounded() ? "\(Int(percent))" : "\(percent)")%"
        }
    }
}
