import Base
import Glibc
import Pipeline
import Reports
import System

/// Carries out `weir ingest`. What goes wrong is told by the log, which has its own form for it.
func runIngest(_ settings: IngestSettings) -> ExitStatus {
    let log = settings.log()
    do throws(MachineFailure) {
        let plan = try settings.readyPlan()
        return settings.dryRun ? try runDry(plan, settings, log) : try run(plan, settings, log)
    } catch {
        log.tell(error)
        return ExitStatus(error.kind)
    }
}

extension IngestSettings {
    fileprivate func readyPlan() throws(MachineFailure) -> IngestPlan {
        do throws(UsageError) {
            return try completePlan()
        } catch {
            // The same was asked when the arguments were read.
            throw .input(error.message)
        }
    }
}

private func run(_ plan: IngestPlan, _ settings: IngestSettings, _ log: any RunLog) throws(MachineFailure) -> ExitStatus {
    let signals = TerminationSignals()
    let listener = try IngestListener(settings, log)
    let result: IngestResult
    do throws(MachineFailure) {
        result = try IngestRun(plan, listener: listener, signals).run()
    } catch {
        // The metrics tell of runs, and one that is locked out has not begun.
        if error.kind != .locked, let second = listener.finishFailed() { log.tell(second) }
        throw error
    }
    // First what became of the manifest: a report that cannot be written must not hide it.
    if !settings.quiet || result.ending != .written { log.tell(result, settings.sentence(on: result)) }
    let failures = listener.finish(result)
    for failure in failures { log.tell(failure) }
    return failures.first.map { ExitStatus($0.kind) } ?? result.status
}

extension IngestResult {
    fileprivate var status: ExitStatus {
        switch ending {
        case .written: summary.failed + summary.stale == 0 ? .ok : .findings
        case .gated, .stoppedAtFailure: .findings
        case .interrupted(let signal): ExitStatus(signal: signal)
        case .stoppedAtBrokenRow: .usage
        }
    }
}

extension IngestSettings {
    /// What became of the manifest, without a full stop.
    fileprivate func sentence(on result: IngestResult) -> String {
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

/// Says what a run would do, having read the catalogue and nothing else.
private func runDry(_ plan: IngestPlan, _ settings: IngestSettings, _ log: any RunLog) throws(MachineFailure) -> ExitStatus {
    let preview = try IngestPreview(plan) { log.tell($0) }
    let name = settings.outputName
    let form = plan.output.pageSize.map { "pages of \($0) entries into the folder \(name)" }
        ?? "\(name) as \(plan.output.kind.format.rawValue)\(plan.output.kind.isGzip ? ", compressed" : "")"
    try StandardStream.output.write(
        """
        \(counted(preview.rows, "row")), \(preview.broken) of them broken
        \(counted(preview.pictures - preview.remote, "distinct picture")) would be measured below \(preview.root)
        \(preview.remote == 0 ? "" : "\(counted(preview.remote, "distinct URL")) would be \(plan.measuring.journal.fetching)\n")would write \(form)
        \(plan.measuring.journal.map { "would remember pictures in \(Argument($0.path).shown)\n" } ?? "")
        """)
    return preview.broken == 0 ? .ok : .findings
}

extension JournalUse? {
    /// What would be done with URLs, for a message.
    fileprivate var fetching: String {
        guard let self, !self.refreshes else { return "fetched" }
        return self.retriesFailed ? "fetched if they failed or are new" : "fetched, unless the journal spares it"
    }
}

private func counted(_ count: Int, _ thing: String) -> String { "\(count) \(thing)\(count == 1 ? "" : "s")" }

extension IngestPlan.MaxFailures {
    /// As it is typed.
    fileprivate var shown: String {
        switch self {
        case .count(let count): "\(count)"
        case .percent(let percent): "\(percent == percent.rounded() ? "\(Int(percent))" : "\(percent)")%"
        }
    }
}
