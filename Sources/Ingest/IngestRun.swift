import Fetching
import Glibc
import ImageHeaders
import Measuring
import WeirBase
import WeirRecords
import WeirSystem

// Ingest: turns a catalogue into a manifest, applies the gates, and counts the results.

/// A run of ingest: reads a catalogue, measures its pictures, writes a manifest.
///
/// The catalogue is read twice. The first reading gives each distinct picture to the measuring run, so that every host has its work
/// whatever the order of the rows. When all pictures have their results, the second reading joins rows and results.
package struct IngestRun {
    private let plan: IngestPlan
    private let reporter: any IngestReporting
    private let signals: TerminationSignals

    package init(_ plan: IngestPlan, reporter: any IngestReporting, _ signals: TerminationSignals) {
        self.plan = plan
        self.reporter = reporter
        self.signals = signals
    }

    /// Opens the output of a run, and gives it up. Throws if a run would not write there.
    package static func tryOutput(_ plan: IngestPlan) throws(MachineFailure) { _ = try plan.manifestOutput() }

    /// Returns the ending of the run with its counts. The previous manifest stays in place unless `isReplaced` of the result is
    /// true.
    package func result() -> IngestResult {
        do throws(MachineFailure) { return try run() } catch { return IngestResult(refusedBy: error) }
    }

    /// Throws if the run fails before its first row.
    private func run() throws(MachineFailure) -> IngestResult {
        let root = try plan.pictureRoot()
        let placeholder = try plan.placeholderSize()
        let cancellation = Cancellation(signals)
        let buckets = BucketStores(plan.measuring.fetching, cancellation)
        defer { buckets.close() }
        let catalogue = try Catalogue(plan, until: signals, in: buckets)
        let source = try catalogue.rows()
        limitHeaps()
        let output = try plan.manifestOutput()
        let table = PictureTable(placeholders: plan.facts.compactMap(\.placeholder).flatMap(\.keys))
        let counts = RunningCounts(plan)
        let stops = plan.stopsAtFailure
        let pictures = try MeasuringRun(
            plan.measuring, below: root, stores: buckets, cancellation, onTransfer: reporter.onTransfer, onNotice: reporter.report,
            onPictures: { results in
                table.store(results)
                counts.add(results)
                if stops, results.contains(where: { $0.failure != nil }) { cancellation.cancel(MachineFailure(by: .firstFailure)) }
            })
        // The wait for another run is not counted.
        let start = monotonicSeconds()
        let isToStandardOutput = plan.outputs.contains { $0.path == nil }
        let ticker = Ticker(every: 1) { [reporter] in
            if isToStandardOutput, hasLostReader(STDOUT_FILENO) { cancellation.cancel(.closedPipe) }
            var progress = counts.takeProgress()
            progress.transfers = pictures.transferCount
            progress.seconds = monotonicSeconds() - start
            reporter.report(progress)
        }
        var failure: MachineFailure?
        let rows = RowsAhead(source)
        do throws(MachineFailure) {
            do throws(MachineFailure) { try read(rows, below: root, into: table, pictures, counts) } catch {
                // A failure before the fault of a catalogue is the one that such a run stops at.
                if stops, error.kind == .input { try pictures.wait() }
                throw error
            }
            try pictures.wait()
        } catch {
            failure = error
            cancellation.cancel(error)
        }
        // The reason may be another one by now: results that cannot be saved say more than an interruption.
        do throws(MachineFailure) { try pictures.finish() } catch { failure = error }
        rows.close()
        ticker.stop()
        var writer = EntryWriter(
            plan, root: root, placeholder: placeholder, output: failure == nil ? output : nil, reporter: reporter, counts: counts)
        let result = write(catalogue, table, output, &writer, after: failure)
        var summary = writer.summary
        summary.seconds = monotonicSeconds() - start
        let totals = pictures.totals
        summary.hosts = totals.statistics.map { HostStatistics(host: $0, $1, ranges: totals.ranges[$0]) }.sorted { $0.host < $1.host }
        summary.change = output.previous.change
        summary.leftOut = rows.leftOut
        return IngestResult(summary: summary, ending: result, isReplaced: output.isInPlace, unchanged: output.unchanged)
    }

    /// The first reading: gives the pictures of all rows to the run, each once.
    private func read(
        _ rows: RowsAhead, below root: PictureRoot, into table: PictureTable, _ run: MeasuringRun, _ counts: RunningCounts
    ) throws(MachineFailure) {
        let outputs = plan.ownFiles.compactMap { path in ReplacedFile(path).map { (path, $0) } }
        // A later row may state another version of a picture. The objects of a listing have one each.
        var waiting: [NameBlock] = []
        while let (batch, share) = try rows.next() {
            try run.cancellation.check()
            try plan.checkPictures(of: batch)
            try batch.withTexts { texts throws(MachineFailure) in
                let pictures = BatchPictures(batch, texts)
                let names = pictures.names
                for (path, file) in outputs {
                    guard let picture = names.firstIndex(where: { file.isPicture($0, below: root) }) else { continue }
                    reporter.giveUpOutputs()
                    throw .replaced(path, batch.rows[pictures.row(of: picture)])
                }
                if plan.measuring.isVerifying, plan.measuring.mirror == nil,
                    let remote = names.firstIndex(where: { PictureLocation.isURL($0) })
                {
                    throw .unverifiable(batch.rows[pictures.row(of: remote)])
                }
                let (slots, new) = table.add(names)
                counts.addRead(batch, pictures, new: new, share: share)
                if plan.stopsAtFailure, !batch.broken.isEmpty { throw MachineFailure(by: .firstFailure) }
                var block = NameBlock()
                for index in new { block.append(slots[index], names[index]) }
                guard let column = plan.versionIndex else { return run.add(block) }
                run.note(versions: names.indices.map { texts.kept(column, of: batch.rows[pictures.row(of: $0)]) }, of: slots)
                if plan.catalogue.isFolder { run.add(block) } else { waiting.append(block) }
            }
        }
        waiting.forEach { run.add($0) }
        counts.endReading()
        rows.notices.forEach(reporter.report)
        guard plan.catalogue.form?.isTable == true else { return }
        let hadLineEnd = try run.noteCatalogue(endsLine: rows.missingLineEnd == nil)
        guard let missingLineEnd = rows.missingLineEnd else { return }
        guard hadLineEnd != true else {
            throw .input(
                """
                \(missingLineEnd), as one did in the last run: the catalogue was cut inside its last field; if it is whole, end it with a \
                line end
                """)
        }
        // It is news once, if it is recorded.
        reporter.report(.cut(missingLineEnd, isUsual: hadLineEnd == false || plan.measuring.journal == nil))
    }

    /// The second reading: writes the entries of all rows, and the manifest if it is within the gates. After a failure the rows are
    /// only counted.
    private func write(
        _ catalogue: Catalogue, _ table: PictureTable, _ output: any ManifestOutput, _ writer: inout EntryWriter,
        after failure: MachineFailure?
    ) -> IngestEnding {
        do throws(MachineFailure) {
            try join(catalogue, table, &writer, until: failure.flatMap(deadline))
            if let failure { throw failure }
            try catalogue.checkUnchanged()
            if writer.summary.rows != writer.rowsRead { throw catalogue.changed }
            let gates = try unmetGates(writer.summary, output)
            if let fault = output.previous.fault {
                // Too few descriptors are no damage of the manifest.
                guard fault.kind == .input else { throw fault }
                reporter.report(.unreadableManifest(fault))
            }
            guard gates.isEmpty else { return .gated(gates) }
            try output.prepare()
            try signals.beginLastStep()
            try output.commit().forEach(reporter.report)
            return .written
        } catch {
            if let stop = writer.stop { return stop }
            let failure = failure ?? catalogue.fault(insteadOf: error)
            guard case .interrupted(let interruption) = failure.kind else { return .failed(failure) }
            return IngestEnding(interruption)
        }
    }

    /// A process that got a signal should end within a second, so its rows are counted for a moment only.
    private func deadline(after failure: MachineFailure) -> Double? {
        if case .interrupted(.signal) = failure.kind { monotonicSeconds() + 0.2 } else { nil }
    }

    private func join(
        _ catalogue: Catalogue, _ table: PictureTable, _ writer: inout EntryWriter, until deadline: Double?
    ) throws(MachineFailure) {
        let rows = RowsAhead(try catalogue.rowsAgain())
        defer { rows.close() }
        while writer.stop == nil, let (batch, _) = try rows.next() {
            if !writer.isCounting { try signals.check() }
            let found = batch.withTexts { texts in table.find(BatchPictures(batch, texts).names) }
            if !writer.isCounting, found.contains(nil) { throw catalogue.changed }
            try table.read { results throws(MachineFailure) in
                try writer.write(batch, found.map { $0 ?? .max }, results)
            }
            if let deadline, monotonicSeconds() > deadline { return }
        }
    }

    /// All gates that keep the previous manifest. If there is none, the new manifest is complete after this.
    private func unmetGates(
        _ counts: IngestSummary, _ output: any ManifestOutput
    ) throws(MachineFailure) -> [IngestGate] {
        let gates = plan.unmetGates(of: counts)
        // Standard output gets the end of a manifest that passes these gates only.
        if gates.isEmpty { try output.end() } else { output.compare() }
        return gates + (output.previous.change.map { plan.unmetGates(of: counts, since: $0) } ?? [])
    }
}

extension IngestPlan {
    /// The gates that need no previous manifest and keep it.
    func unmetGates(of counts: IngestSummary) -> [IngestGate] {
        var gates: [IngestGate] = []
        if case .count(let expected) = expectedRows, counts.rows < expected { gates.append(.rows(expected: expected)) }
        if !maxFailures.allows(counts.failed + counts.refused, of: counts.rows) { gates.append(.failures) }
        if counts.entries == 0, !allowsEmpty { gates.append(.empty) }
        return gates
    }

    /// The gates that compare the entries with those of the previous manifest.
    func unmetGates(of counts: IngestSummary, since change: ManifestChange) -> [IngestGate] {
        var gates: [IngestGate] = []
        let previous = counts.entries - change.added + change.removed
        if let expectedRows, case .percent = expectedRows {
            let expected = Int(expectedRows.share(of: previous).rounded(.up))
            if (isEachImage ? counts.entries : counts.rows) < expected { gates.append(.rows(expected: expected)) }
        }
        if !maxRemoved.allows(change.removed, of: previous) { gates.append(.removed(change.removed, of: previous)) }
        return gates
    }
}

extension MachineFailure {
    fileprivate static func replaced(_ output: [UInt8], _ row: RowBatch.Row) -> MachineFailure {
        .input(
            "\(shown(output)) is a picture of row \(row.number) (line \(row.line)), and an output would take its place; name another file")
    }

    fileprivate static func unverifiable(_ row: RowBatch.Row) -> MachineFailure {
        .input("whole pictures are verified, and row \(row.number) (line \(row.line)) names one of the network", ": \(.mirror)")
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

    func pictureRoot() throws(MachineFailure) -> PictureRoot {
        do throws(MachineFailure) { return try PictureRoot(rootFolder) } catch {
            throw root == nil ? error : MachineFailure(kind: error.kind, message: "the root \(error.message)")
        }
    }

    fileprivate func manifestOutput() throws(MachineFailure) -> any ManifestOutput {
        let made = try outputs.map { output throws(MachineFailure) -> any ManifestOutput in
            try checkOwnCatalogue(output)
            try output.checkOwner()
            guard let pageSize = output.pageSize, let path = output.path else { return try SingleManifest(output) }
            return try PagedManifest(output, in: path, pageSize: pageSize, keep: keptNames)
        }
        return made.count == 1 ? made[0] : ManifestOutputs(made)
    }

    /// The default size: the size of the placeholder picture, or the fallback.
    package func placeholderSize() throws(MachineFailure) -> PixelSize {
        guard let placeholder else { return fallback }
        var probe = FileProbe(limits: measuring.fetching.headers)
        switch probe.header(of: placeholder) {
        case .success(let header): return header.displayed
        case .failure(let failure):
            throw .input("the placeholder \(shown(placeholder)): \(failure.code.rawValue): \(failure.message)")
        }
    }
}
