import Glibc
import Ingest
import Manifests
import Measuring
import WeirBase
import WeirSystem

private let stoppedByTime = "stopped by --max-time"

extension IngestOptions {
    /// Failures are written by the log, in its own format.
    func run() -> ExitStatus {
        let log = log()
        let signals = TerminationSignals(timeLimit: maxTime)
        guard dryRun else { return ingest(log, signals) }
        do throws(MachineFailure) { return try preview(log, signals) } catch {
            var message = error.text
            if case .interrupted(let interruption) = error.kind {
                message = "\(interruption == .timeLimit ? stoppedByTime : message) before the whole catalogue was read"
            }
            log.report(MachineFailure(kind: error.kind, message: message))
            return ExitStatus(error.kind)
        }
    }

    private func ingest(_ log: any RunLog, _ signals: TerminationSignals) -> ExitStatus {
        let reporter = IngestReporter(self, log)
        let result = reporter.fault.map { IngestResult(refusedBy: $0) } ?? IngestRun(plan, reporter: reporter, signals).result()
        // The result of the manifest comes first, so that a failure of the report cannot hide it.
        let message = report(result, to: log)
        var status = ExitStatus(result)
        func note(_ failure: MachineFailure?) {
            guard let failure else { return }
            // A quiet run has not said yet that it has written the manifest.
            let news = quiet && result.isReplaced ? "; \(outputName) is the new manifest already" : ""
            log.report(MachineFailure(kind: failure.kind, message: failure.text + news))
            if status == .ok { status = ExitStatus(failure.kind) }
        }
        note(reporter.endMetrics(result))
        // The report comes last, since it has the exit status.
        note(reporter.endReport(result, status, message))
        return status
    }

    /// Returns the message of the report.
    private func report(_ result: IngestResult, to log: any RunLog) -> String {
        let sentence = sentence(on: result)
        switch result.ending {
        case .refused(let failure), .failed(let failure):
            var failure = failure
            if failure.kind == .input {
                // The first line of a mail names the state of the manifest.
                let state = quiet ? "; \(outputState(isReplaced: result.isReplaced))" : ""
                failure = MachineFailure(kind: failure.kind, message: failure.text + state)
            } else if case .failed = result.ending {
                // The reason stands in the last line.
                log.report(result, sentence)
            }
            log.report(failure)
            return failure.kind == .closedPipe ? sentence : failure.text
        case .written where quiet:
            // An old failure is no reason for a mail.
            let summary = result.summary
            let isNews =
                log.hasNews || summary.broken > 0 || summary.journal?.recovered ?? 0 > 0 || summary.causes.contains { $0.newPictures > 0 }
            if isNews { log.report(result, "\(news(of: result)); \(summary.failureSentence ?? summary.rowSentence)\(hostAdvice(summary))") }
        case .written, .gated, .stoppedAtFailure, .stoppedAtBrokenRow, .interrupted, .outOfTime: log.report(result, sentence)
        }
        return sentence
    }

    /// A sentence about the manifest's result, without a full stop. It begins with the state of the manifest.
    private func sentence(on result: IngestResult) -> String {
        let rest = outputState(isReplaced: result.isReplaced)
        let summary = result.summary
        let counts = quiet ? summary.rowSentence : summary.sentence
        let progress = summary.rows > summary.cancelled ? "after \(counts)" : "before the first row was done"
        switch result.ending {
        case .written: return "\(news(of: result)); \(summary.sentence)\(allowedRemovals(summary))\(hostAdvice(summary))"
        case .gated(let gates):
            let reasons = gates.map { reason(of: $0, summary) }.joined(separator: "; ")
            let known = summary.rows == 0 && gates == [.empty] ? "" : "; \(quiet ? summary.failureSentence ?? counts : counts)"
            return "\(rest): \(reasons)\(known)\(hostAdvice(summary))"
        case .stoppedAtFailure: return "\(rest): stopped at the first failure, as --on-failure stop asks"
        case .stoppedAtBrokenRow: return "\(rest): stopped at the first broken row, as --on-failure stop asks"
        case .refused(let failure): return failure.text
        case .failed(let failure):
            guard failure.kind == .closedPipe else { return "\(rest): stopped \(progress)" }
            return "stopped \(progress): the reader of \(pipe) has gone before the manifest was whole"
        case .interrupted, .outOfTime:
            let reason = result.ending == .outOfTime ? stoppedByTime : "interrupted"
            let rows = summary.cancelled == 1 ? "1 row was" : "\(summary.cancelled) rows were"
            let cancelled = summary.cancelled > 0 ? "; \(rows) not done" : ""
            let goingOn =
                plan.measuring.journal.map { "the same command goes on with what \(Argument($0.path).shown) knows" }
                ?? "without a journal the same command begins anew"
            return "\(rest): \(reason) \(progress)\(cancelled); \(goingOn)"
        }
    }

    /// The output that is no file of its own.
    private var pipe: String {
        let outputs = zip(outputNames, plan.outputs)
        return outputs.first { $1.path.map { fileStatus($0)?.isRegular == false } ?? true }?.0 ?? outputName
    }

    /// The outputs that a run has written, and those that it has left since they are the same.
    private func news(of result: IngestResult) -> String {
        let outputs = zip(outputNames, result.unchanged)
        let (written, unchanged) = (outputs.filter { !$1 }.map(\.0), outputs.filter(\.1).map(\.0))
        let parts = [
            written.isEmpty ? nil : "wrote \(list(written))",
            unchanged.isEmpty ? nil : "\(list(unchanged)) \(unchanged.count == 1 ? "is" : "are") unchanged",
        ]
        return parts.compactMap { $0 }.joined(separator: "; ")
    }

    /// `m.json, sizes.csv and sizes.copy`
    private func list(_ names: [String]) -> String {
        names.count < 2 ? names.joined() : names.dropLast().joined(separator: ", ") + " and \(names[names.count - 1])"
    }

    /// If no picture was asked for, since all hosts are private, what permits them.
    private func hostAdvice(_ summary: IngestSummary) -> String {
        guard summary.rows > 0, summary.failures[.forbiddenAddress] == summary.rows else { return "" }
        return "; --allow-host NAME permits a private host, if it is yours"
    }

    /// The number of entries that the gate of removed ones has let go, as the end of a sentence.
    private func allowedRemovals(_ summary: IngestSummary) -> String {
        guard let change = summary.change, change.removed > 0 else { return "" }
        let previous = summary.entries - change.added + change.removed
        return "; --max-removed \(plan.maxRemoved.shown) let \(change.removed) of \(previous) entries go"
    }

    /// The state of the manifest after a run that has failed.
    private func outputState(isReplaced: Bool) -> String {
        guard !isReplaced else { return "\(outputName) is the new manifest already" }
        guard let path = plan.output.path else { return "standard output has no whole manifest" }
        let file = plan.output.pageSize == nil ? path : joined(path, Array(PageIndex.fileName.utf8))
        guard let status = fileStatus(file) else { return "\(outputName) was not written" }
        return status.isRegular ? "\(outputName) stays as it was" : "\(outputName) has no whole manifest"
    }

    /// The reason why a gate keeps the previous manifest.
    func reason(of gate: IngestGate, _ summary: IngestSummary) -> String {
        switch gate {
        case .failures:
            let failed = summary.failed + summary.refused
            let refused =
                switch summary.refused {
                case 0: ""
                case 1: ", with 1 row that its store refuses,"
                default: ", with \(summary.refused) rows that their stores refuse,"
                }
            let rows = failed == 1 ? "1 row without a true size\(refused) is" : "\(failed) rows without a true size\(refused) are"
            return "\(rows) more than --max-failures \(plan.maxFailures.shown) allows"
        case .removed(let removed, let previous):
            let entries = previous == 1 ? "the only entry" : "\(removed) of the \(previous) entries"
            return "\(entries) of the previous manifest \(removed == 1 ? "is" : "are") missing, which is more than "
                + "--max-removed \(plan.maxRemoved.shown) allows"
        case .rows(let expected):
            return "\(summary.rows == 1 ? "1 row is" : "\(summary.rows) rows are") fewer than \(expected), which --expect-rows asks for"
        case .empty:
            let cause = summary.rows == 0 ? summary.emptySentence : "no row became an entry"
            return "\(cause), and a manifest without entries needs --max-removed 100%"
        }
    }
}

extension ExitStatus {
    fileprivate init(_ result: IngestResult) {
        self =
            switch result.ending {
            case .written: .ok
            case .gated, .stoppedAtFailure, .stoppedAtBrokenRow, .outOfTime: .findings
            case .interrupted(let signal): ExitStatus(signal: signal)
            case .refused(let failure): ExitStatus(failure.kind)
            // The manifest is not whole, even if its reader does not want it any more.
            case .failed(let failure): failure.kind == .closedPipe ? .machine : ExitStatus(failure.kind)
            }
    }
}

extension IngestPlan.CountOrPercent {
    /// The value as the user types it.
    fileprivate var shown: String {
        switch self {
        case .count(let count): "\(count)"
        case .percent(let percent): "\(percent == percent.rounded() ? "\(Int(percent))" : "\(percent)")%"
        }
    }
}

extension IngestOptions {
    /// Prints a preview of a run. Only the catalogue is read, and the files that the outputs would replace. The gates are judged as
    /// if every picture had its size.
    private func preview(_ log: any RunLog, _ signals: TerminationSignals) throws(MachineFailure) -> ExitStatus {
        try tryOutputs(log)
        let preview = try IngestPreview(plan, until: signals, onBroken: { log.report($0) }, onNotice: { log.report(notice: $0.text) })
        let forms = zip(outputNames, plan.outputs).map { name, output in
            output.pageSize.map { "pages of \($0) entries into the folder \(name)" }
                ?? "\(name) as \(output.kind.format.rawValue)\(output.kind.isGzip ? ", compressed" : "")"
        }
        let summary = preview.summary
        let reasons = preview.gates.map { reason(of: $0, summary) }.joined(separator: "; ")
        let writing = preview.gates.isEmpty ? "would write \(list(forms))" : "would not write \(list(outputNames)): \(reasons)"
        let fetching =
            preview.remote == 0
            ? "" : "\(counted(preview.remote, "distinct URL")) would be \(plan.measuring.journal.fetching)\n"
        try StandardStream.output.write(
            """
            \(counted(summary.rows, "row"))\(summary.broken == 0 ? "" : ", \(summary.broken) broken")
            \(counted(summary.pictures - preview.remote, "distinct picture")) would be measured below \(preview.root)
            \(fetching)\(writing)
            \(plan.measuring.journal.map { "would remember pictures in \(Argument($0.path).shown)\n" } ?? "")
            """)
        return summary.broken == 0 && preview.gates.isEmpty ? .ok : .findings
    }
}

extension JournalPlan? {
    /// The planned requests for URLs, for a message.
    fileprivate var fetching: String {
        guard let self, !self.refreshes else { return "fetched" }
        return self.retriesFailed ? "fetched if they failed or are new" : "fetched, unless the journal spares it"
    }
}

private func counted(_ count: Int, _ thing: String) -> String { "\(count) \(thing)\(count == 1 ? "" : "s")" }
