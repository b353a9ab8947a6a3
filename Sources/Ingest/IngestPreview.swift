import Manifests
import Measuring
import WeirRecords
import WeirSystem

/// The counts of a planned run, as far as they follow from the catalogue alone.
package struct IngestPreview: Sendable {
    /// As if each picture had its true size.
    package private(set) var summary = IngestSummary()
    /// The number of URLs among the distinct pictures.
    package private(set) var remote = 0
    /// The gates that keep the previous manifest, whatever the pictures are.
    package private(set) var gates: [IngestGate] = []
    package let root: String

    /// Reads only the catalogue and the previous manifest. `onNotice` is called with the news of them, and `onBroken` with each broken
    /// row.
    package init(
        _ plan: IngestPlan, until signals: TerminationSignals, onBroken: (RowFailure) -> Void, onNotice: (IngestNotice) -> Void
    ) throws(MachineFailure) {
        root = shown(plan.rootFolder)
        let table = PictureTable()
        let buckets = BucketStores(plan.measuring.fetching, Cancellation(signals))
        defer { buckets.close() }
        var entryNames = EntryNames(plan, plan.baseURL == nil ? nil : try plan.pictureRoot())
        let previous = PreviousManifest(plan.output, isPlanned: true)
        var source = try Catalogue(plan, until: signals, in: buckets).rows()
        while let batch = try source.next() {
            try signals.check()
            summary.rows += batch.rows.count + batch.broken.count
            summary.ok += batch.rows.count
            summary.broken += batch.broken.count
            for row in batch.broken { onBroken(RowFailure(row)) }
            try plan.checkPictures(of: batch)
            remote += try batch.withTexts { texts throws(MachineFailure) in
                let pictures = BatchPictures(batch, texts)
                let names = pictures.names
                for (picture, name) in names.enumerated() where plan.isEachImage || pictures.isFirst(picture) {
                    entryNames.take(name, isOutside: false)
                    try entryNames.withName(of: name) { name throws(MachineFailure) in previous.compare(name, 0, 0) }
                    summary.entries += 1
                }
                return table.add(names).new.count { PictureLocation.isURL(names[$0]) }
            }
            source.notices.forEach(onNotice)
            source.notices.removeAll()
        }
        source.notices.forEach(onNotice)
        if let missingLineEnd = source.missingLineEnd { onNotice(.cut(missingLineEnd, isUsual: true)) }
        summary.pictures = table.count
        summary.leftOut = source.leftOut
        previous.end()
        summary.change = previous.change
        if let fault = previous.fault { onNotice(.unreadableManifest(fault)) }
        gates = plan.unmetGates(of: summary) + (summary.change.map { plan.unmetGates(of: summary, since: $0) } ?? [])
    }
}
