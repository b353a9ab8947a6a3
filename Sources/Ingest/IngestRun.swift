import Base
import Fetching
import ImageHeaders
import Measuring
import Records
import System

// Ingest: turns a catalogue into a manifest, applies the gates, and counts the results.

/// A run of ingest: reads a catalogue, measures its pictures, writes a manifest.
///
/// Rows are read and numbered on one thread at a time, their pictures are measured on all threads, and the entries
/// are written in the order of the rows. A picture is measured with the first row that names it, so its size is known
/// for every later row.
package struct IngestRun {
    private let plan: IngestPlan
    private let listener: any IngestListening
    private let signals: TerminationSignals

    package init(_ plan: IngestPlan, listener: any IngestListening, _ signals: TerminationSignals) {
        self.plan = plan
        self.listener = listener
        self.signals = signals
    }

    /// Opens the output of a run, and gives it up. Throws if a run would not write there.
    package static func tryOutput(_ plan: IngestPlan) throws(MachineFailure) { _ = try plan.manifestOutput() }

    /// Returns the ending of the run with its counts. The old manifest stays in place unless `isReplaced` of the result is
    /// true.
    package func result() -> IngestResult {
        do throws(MachineFailure) { return try run() } catch { return IngestResult(refusedBy: error) }
    }

    /// Throws if the run fails before its first row.
    private func run() throws(MachineFailure) -> IngestResult {
        let root = try plan.pictureRoot()
        let placeholder = try plan.placeholderSize()
        let source = try plan.rows(until: signals)
        limitHeaps()
        let output = try plan.manifestOutput()
        let pictures = try MeasuringRun(plan.measuring, signals, hear: listener.transferHearer, tell: listener.hear)
        // The wait for another run is not counted.
        let start = monotonicSeconds()
        let counts = RunningCounts(tellsEarly: plan.onFailure != .stop && !plan.isStrict)
        let entries = Locked(
            EntryWriter(plan, root: root, placeholder: placeholder, output: output, listener: listener, counts: counts))
        let ticker = Ticker(every: 1) { [listener] in
            var progress = counts.next()
            progress.transfers = pictures.transferCount
            progress.seconds = monotonicSeconds() - start
            listener.hear(progress)
        }
        defer {
            ticker.stop()
            // Rows that had no turn before the run was stopped.
            let last = counts.next()
            if !last.failures.isEmpty { listener.hear(last) }
        }
        func result(_ ending: IngestEnding) -> IngestResult {
            var summary = entries.change { $0.summary }
            summary.seconds = monotonicSeconds() - start
            let ranges = pictures.ranges
            summary.hosts = pictures.statistics.map { HostStatistics(host: $0, $1, ranges: ranges[$0]) }.sorted { $0.host < $1.host }
            summary.change = output.former.change
            return IngestResult(summary: summary, ending: ending, isReplaced: output.isInPlace)
        }
        do throws(MachineFailure) {
            if let ending = try measure(source, pictures, below: root, counts, into: entries) { return result(ending) }
            let gates = try unmetGates(entries.change { $0.summary }, output)
            if let fault = output.former.fault {
                // Too few descriptors are no damage of the manifest.
                guard fault.kind == .input else { throw fault }
                listener.hear(.unreadableManifest(fault))
            }
            guard gates.isEmpty else { return result(.gated(gates)) }
            if let notice = try output.commit() { listener.hear(notice) }
        } catch {
            guard case .interrupted(let interruption) = error.kind else { return result(.failed(error)) }
            return result(IngestEnding(interruption))
        }
        return result(.written)
    }

    /// All gates that keep the old manifest. If there is none, the new manifest is complete after this.
    private func unmetGates(
        _ counts: IngestSummary, _ output: any ManifestOutput
    ) throws(MachineFailure) -> [IngestGate] {
        var gates: [IngestGate] = []
        if !plan.maxFailures.allows(counts.failed, of: counts.rows) { gates.append(.failures) }
        if counts.entries == 0, !plan.allowsEmpty { gates.append(.empty) }
        // Standard output gets the end of a manifest that passes these gates only.
        if gates.isEmpty { try output.end() } else { output.compare() }
        guard let change = output.former.change else { return gates }
        let former = counts.entries - change.added + change.removed
        if !plan.maxRemoved.allows(change.removed, of: former) { gates.append(.removed(change.removed, of: former)) }
        return gates
    }

    /// Measures the pictures of all rows and writes their entries. Returns the reason if the run stopped before the
    /// last row.
    private func measure(
        _ source: sending any RowSource, _ pictures: MeasuringRun, below root: PictureRoot, _ counts: RunningCounts,
        into entries: Locked<EntryWriter>
    ) throws(MachineFailure) -> IngestEnding? {
        let numbers = Locked(try pictures.pictureNumbers())
        var rows = NumberedRows(source, numbers)
        let scout = CatalogueScout(plan, pictures, below: root, numbers, counts, signals)
        defer { scout?.end() }
        let ending = Locked<IngestEnding?>(nil)
        let stop = EarlyStop(plan) { pictures.finishSoon() }
        do throws(MachineFailure) {
            try pictures.run(
                size: { $0.rows.rows.count }, fetchAhead: scout?.begin,
                next: { [plan, listener] () throws(MachineFailure) -> NumberedBatch? in
                    guard ending.value == nil, !stop.isDue else { return nil }
                    let batch = try rows.next { listener.hear($0) }
                    // All pictures have been named.
                    if batch == nil { scout?.end() }
                    if plan.measuring.isVerifying, plan.measuring.mirror == nil, let row = batch?.firstURL {
                        throw .unverifiable(row)
                    }
                    return batch
                },
                makeWorker: { PictureMeasurer(pictures, below: root) },
                work: { [hasJournal = plan.measuring.journal != nil] (measurer: inout PictureMeasurer, batch, willWait) in
                    batch.measured(by: &measurer, counts, stop, hasJournal: hasJournal, willWait)
                },
                deliver: { (batch: MeasuredBatch) throws(MachineFailure) in
                    let reason = try entries.change { writer throws(MachineFailure) in try writer.write(batch) }
                    guard let reason else { return }
                    ending.change { $0 = reason }
                    pictures.cancel()
                })
        } catch {
            // The run had stopped before the reader came to this fault of the catalogue.
            guard case .input = error.kind, let ending = ending.value else { throw error }
            return ending
        }
        return ending.value
    }
}

extension MachineFailure {
    fileprivate static func unverifiable(_ row: RowBatch.Row) -> MachineFailure {
        .input(
            """
            --verify decodes whole pictures, and row \(row.number) (line \(row.line)) names one of the network: \
            --mirror DIR says where such pictures are kept
            """)
    }
}

extension IngestPlan {
    /// The folder for relative paths: the catalogue's folder, unless the plan names another.
    var rootFolder: [UInt8] {
        if let root { return root }
        switch catalogue {
        case .file(let path, _): return folder(of: path)
        case .folder(let path): return path
        case .standardInput, .bucket: return Array(".".utf8)
        }
    }

    fileprivate func pictureRoot() throws(MachineFailure) -> PictureRoot {
        do throws(MachineFailure) { return try PictureRoot(rootFolder) } catch {
            throw root == nil ? error : MachineFailure(kind: error.kind, message: "the root \(error.message)")
        }
    }

    fileprivate func manifestOutput() throws(MachineFailure) -> any ManifestOutput {
        try output.checkOwner()
        try checkOwnCatalogue()
        guard let pageSize = output.pageSize, let path = output.path else { return try SingleManifest(output) }
        return try PagedManifest(output, in: path, pageSize: pageSize, keep: keptNames)
    }

    /// The default size: the size of the placeholder picture, or the fallback.
    fileprivate func placeholderSize() throws(MachineFailure) -> PixelSize {
        guard let placeholder else { return fallback }
        var probe = FileProbe(limits: measuring.fetching.headers)
        let result = (placeholder + [0]).withUnsafeBufferPointer { path in
            probe.header(of: UnsafeBufferPointer(rebasing: path.dropLast()))
        }
        switch result {
        case .success(let header): return header.displayed
        case .failure(let failure):
            throw .input("the placeholder \(shown(placeholder)): \(failure.code.rawValue): \(failure.message)")
        }
    }
}
