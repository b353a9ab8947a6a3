import Ingest
import Measuring
import System

extension IngestSettings {
    /// Prints a preview of a run. Only the catalogue is read, and what stands in the places of the outputs. The gates are judged as
    /// if every picture had its size.
    func preview(_ plan: IngestPlan, _ log: any RunLog) throws(MachineFailure) -> ExitStatus {
        try tryOutputs(plan, log)
        let preview = try IngestPreview(plan, onBroken: { log.report($0) }, onNotice: { log.report(notice: $0.message) })
        let name = outputName
        let form = plan.output.pageSize.map { "pages of \($0) entries into the folder \(name)" }
            ?? "\(name) as \(plan.output.kind.format.rawValue)\(plan.output.kind.isGzip ? ", compressed" : "")"
        let summary = preview.summary
        let reasons = preview.gates.map { reason(of: $0, summary) }.joined(separator: "; ")
        let writing = preview.gates.isEmpty ? "would write \(form)" : "would not write \(name): \(reasons)"
        let fetching = preview.remote == 0
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
