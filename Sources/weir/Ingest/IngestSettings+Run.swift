import Base
import Glibc
import Ingest
import Manifests
import System

extension IngestSettings {
    /// Runs `weir ingest`. Failures are written by the log, in its own format.
    func run() -> ExitStatus {
        // A dry run has nothing to tell after a signal, which ends it at once.
        let signals = dryRun ? nil : TerminationSignals()
        let log = log()
        do throws(MachineFailure) {
            let plan = try readyPlan()
            guard let signals else { return try preview(plan, log) }
            return try ingest(plan, log, signals)
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

    private func ingest(
        _ plan: IngestPlan, _ log: any RunLog, _ signals: TerminationSignals
    ) throws(MachineFailure) -> ExitStatus {
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
        tell(result, of: plan, to: log)
        let failures = listener.finish(result)
        for failure in failures { log.tell(failure) }
        let status = ExitStatus(result)
        return status == .ok ? failures.first.map { ExitStatus($0.kind) } ?? .ok : status
    }

    private func tell(_ result: IngestResult, of plan: IngestPlan, to log: any RunLog) {
        if case .failed(let failure) = result.ending {
            // A fault of the catalogue says all that there is to say. The reason stands in the last line.
            if failure.kind != .input { log.tell(result, sentence(on: result, of: plan)) }
            return log.tell(failure)
        }
        guard quiet, result.ending == .written else { return log.tell(result, sentence(on: result, of: plan)) }
        if let failures = result.summary.failureSentence { log.tell(result, "\(failures); wrote \(outputName)") }
    }

    /// A sentence about the manifest's result, without a full stop.
    private func sentence(on result: IngestResult, of plan: IngestPlan) -> String {
        let rest = state(of: plan.output, isReplaced: result.isReplaced)
        let summary = result.summary
        switch result.ending {
        case .written: return "\(summary.sentence); wrote \(outputName)"
        case .gated(let gates):
            let counts = quiet ? summary.failureSentence ?? summary.sentence : summary.sentence
            return "\(counts); \(gates.map { reason(of: $0, summary) }.joined(separator: "; ")): \(rest)"
        case .stoppedAtFailure: return "stopped at the first failure, as --on-failure stop asks: \(rest)"
        case .stoppedAtBrokenRow: return "stopped at the first broken row, as --strict asks: \(rest)"
        case .failed(let failure):
            guard failure.kind == .closedPipe else { return "stopped after \(summary.sentence): \(rest)" }
            return "stopped after \(summary.sentence): the reader of \(outputName) has gone before the manifest was whole"
        case .interrupted:
            let cancelled = summary.cancelled == 1 ? "; 1 row was not asked for" : "; \(summary.cancelled) rows were not asked for"
            let goingOn = plan.measuring.journal.map { "the same command goes on with what \(Argument($0.path).shown) knows" }
                ?? "without a journal the same command begins anew"
            return "interrupted after \(summary.sentence)\(summary.cancelled > 0 ? cancelled : ""): \(rest); \(goingOn)"
        }
    }

    /// The state of the manifest after a run that has failed.
    private func state(of output: IngestPlan.Output, isReplaced: Bool) -> String {
        guard !isReplaced else { return "\(outputName) is the new manifest already" }
        guard let path = output.path else { return "standard output has no whole manifest" }
        let file = output.pageSize == nil ? path : joined(path, Array(PageIndex.fileName.utf8))
        guard let status = fileStatus(file) else { return "\(outputName) was not written" }
        return status.isRegular ? "\(outputName) stays as it was" : "\(outputName) has no whole manifest"
    }

    private func reason(of gate: IngestGate, _ summary: IngestSummary) -> String {
        switch gate {
        case .failures:
            let failed = summary.failed == 1 ? "1 row without a true size is" : "\(summary.failed) rows without a true size are"
            return "\(failed) more than --max-failures \(plan.maxFailures.shown) allows"
        case .removed(let removed, let former):
            return "\(removed) of the \(former) entries of the manifest before are missing, which is more than "
                + "--max-removed \(plan.maxRemoved.shown) allows"
        case .empty: return "a manifest without entries is written with --allow-empty only"
        }
    }
}

extension ExitStatus {
    fileprivate init(_ result: IngestResult) {
        self = switch result.ending {
        case .written: .ok
        case .gated, .stoppedAtFailure: .findings
        case .interrupted(let signal): ExitStatus(signal: signal)
        case .stoppedAtBrokenRow: .usage
        // The manifest is not whole, even if its reader does not want it any more.
        case .failed(let failure): failure.kind == .closedPipe ? .machine : ExitStatus(failure.kind)
        }
    }
}

extension IngestPlan.Gate {
    /// The value as the user types it.
    fileprivate var shown: String {
        switch self {
        case .count(let count): "\(count)"
        case .percent(let percent): "\(percent == percent.rounded() ? "\(Int(percent))" : "\(percent)")%"
        }
    }
}
