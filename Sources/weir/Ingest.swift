import Encodings
import Glibc
import Pipeline
import Reports

/// Carries out `weir ingest`.
func runIngest(_ settings: IngestSettings) throws(MachineFailure) -> ExitStatus {
    let plan: IngestPlan
    do {
        plan = try settings.completePlan()
    } catch {
        // The same was asked when the arguments were read.
        throw .input(error.message)
    }
    if settings.dryRun { return try runDry(plan, settings) }
    let interruption = Interruption()
    let listener = try IngestListener(settings)
    let end: IngestEnd
    do throws(MachineFailure) {
        end = try Ingest(plan, listener: listener, interruption: interruption).run()
    } catch {
        listener.endProgress()
        throw error
    }
    listener.endProgress()
    // First what became of the manifest: a report that cannot be written must not hide it.
    let status = tell(end, settings)
    try listener.writeReport(end)
    return status
}

extension IngestSettings {
    /// The manifest, for a message.
    fileprivate var outputName: String {
        guard let output, output != Array("-".utf8) else { return "standard output" }
        return Argument(output).shown
    }
}

extension JournalUse? {
    /// What would be done with URLs, for a message.
    fileprivate var fetching: String {
        guard let self, !self.refreshes else { return "fetched" }
        return self.retriesFailed ? "fetched if they failed or are new" : "fetched, unless the journal spares it"
    }
}

private func tell(_ end: IngestEnd, _ settings: IngestSettings) -> ExitStatus {
    let name = settings.outputName
    let isStandardOutput = settings.output == Array("-".utf8)
    let rest = isStandardOutput ? "standard output has no whole manifest" : "\(name) stays as it was"
    let summary = end.summary
    switch end.outcome {
    case .written:
        if !settings.quiet { Output.tell("weir: \(summary.sentence); wrote \(name)") }
        return summary.failed + summary.stale == 0 ? .ok : .findings
    case .gated:
        let failed = summary.failed == 1 ? "1 row without a true size is" : "\(summary.failed) rows without a true size are"
        Output.tell(
            """
            weir: \(summary.sentence); \(failed) more than \
            --max-failures \(settings.plan.maxFailures.shown) allows: \(rest)
            """)
        return .findings
    case .stoppedAtFailure:
        Output.tell("weir: stopped at the first failure, as --on-failure stop asks: \(rest)")
        return .findings
    case .interrupted(let signal):
        Output.tell("weir: interrupted after \(summary.sentence): \(rest)")
        return ExitStatus(signal: signal)
    case .stoppedAtBrokenRow:
        Output.tell("weir: stopped at the first broken row, as --strict asks: \(rest)")
        return .usage
    }
}

/// Says what a run would do, having read the catalogue and nothing else.
private func runDry(_ plan: IngestPlan, _ settings: IngestSettings) throws(MachineFailure) -> ExitStatus {
    var lines = FailureLines(report: nil)
    let preview = try Ingest.preview(plan) { lines.tell($0) }
    let name = settings.outputName
    let form = plan.output.pageSize.map { "pages of \($0) entries into the folder \(name)" }
        ?? "\(name) as \(plan.output.kind.format.rawValue)\(plan.output.kind.isGzip ? ", compressed" : "")"
    try Output.standard.write(
        """
        \(preview.rows) rows, \(preview.broken) of them broken
        \(counted(preview.pictures - preview.remote, "distinct picture")) would be measured below \(preview.root)
        \(preview.remote == 0 ? "" : "\(counted(preview.remote, "distinct URL")) would be \(plan.journal.fetching)\n")would write \(form)
        \(plan.journal.map { "would remember pictures in \(Argument($0.path).shown)\n" } ?? "")
        """)
    return preview.broken == 0 ? .ok : .findings
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
