import Measuring
import System

/// The counts of a planned run, as far as the catalogue alone tells them.
package struct IngestPreview: Sendable {
    package private(set) var rows = 0
    package private(set) var broken = 0
    /// The number of distinct pictures, and the number of URLs among them.
    package private(set) var pictures = 0
    package private(set) var remote = 0
    package let root: String

    /// Reads only the catalogue. `onNotice` is called with the news of it, and `onBroken` with each broken row.
    package init(
        _ plan: IngestPlan, onBroken: (RowFailure) -> Void, onNotice: (IngestNotice) -> Void
    ) throws(MachineFailure) {
        root = shown(plan.rootFolder)
        let table = PictureTable()
        let buckets = BucketStores(plan.measuring.fetching)
        defer { buckets.close() }
        var source = try Catalogue(plan, until: nil, in: buckets).rows()
        while let batch = try source.next() {
            rows += batch.rows.count + batch.broken.count
            broken += batch.broken.count
            for row in batch.broken { onBroken(RowFailure(row)) }
            remote += batch.withTexts { texts in
                let names = batch.rows.map { texts[$0.img] }
                return table.add(names).new.count { PictureReference.isURL(names[$0]) }
            }
            source.notices.forEach(onNotice)
            source.notices.removeAll()
        }
        source.notices.forEach(onNotice)
        pictures = table.count
    }
}
