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

    /// Reads only the catalogue. `hear` is called with the news of it, and `hearBroken` with each broken row.
    package init(
        _ plan: IngestPlan, broken hearBroken: (RowFailure) -> Void, hear: (IngestNotice) -> Void
    ) throws(MachineFailure) {
        root = shown(plan.rootFolder)
        var source = NumberedRows(try plan.rows())
        while let batch = try source.next(hear: hear) {
            rows += batch.rows.rows.count + batch.rows.broken.count
            broken += batch.rows.broken.count
            pictures += batch.numbers.newRows.count
            for row in batch.rows.broken { hearBroken(RowFailure(row)) }
            remote += batch.rows.withTexts { texts in
                batch.numbers.newRows.count { PictureReference.isURL(texts[batch.rows.rows[Int($0)].img]) }
            }
        }
    }
}
