import Ingest
import Measuring
import System

extension IngestSettings {
    /// Prints a preview of a run. Only the catalogue is read, and what stands in the places of the outputs.
    func preview(_ plan: IngestPlan, _ log: any RunLog) throws(MachineFailure) -> ExitStatus {
        try tryOutputs(plan, log)
        let preview = try IngestPreview(plan, onBroken: { log.tell($0) }, onNotice: { log.tell(notice: $0.message) })
        let name = outputName
        let form = plan.output.pageSize.map { "pages of \($0) entries into the folder \(name)" }
            ?? "\(name) as \(plan.output.kind.format.rawValue)\(plan.output.kind.isGzip ? ", compressed" : "")"
        let isRefused = preview.rows == preview.broken && !plan.allowsEmpty
        let writing = isRefused ? "would not write \(name): \(Self.emptyReason)" : "would write \(form)"
        let fetching = preview.remote == 0
            ? "" : "\(counted(preview.remote, "distinct URL")) would be \(plan.measuring.journal.fetching)\n"
        try StandardStream.output.write(
            """
            \(counted(preview.rows, "row"))\(preview.broken == 0 ? "" : ", \(preview.broken) broken")
            \(counted(preview.pictures - preview.remote, "distinct picture")) would be measured below \(preview.root)
            \(fetching)\(writing)
            \(plan.measuring.journal.map { "would remember pictures in \(Argument($0.path).shown)\n" } ?? "")
            """)
        return preview.broken == 0 && !isRefused ? .ok : .findings
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
