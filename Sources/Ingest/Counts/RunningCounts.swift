import Measuring
import WeirBase
import WeirRecords
import WeirSystem

/// The counts of a run while its pictures are measured, and the failures that are not reported yet. Lanes call it from any
/// thread.
final class RunningCounts: Sendable {
    private struct State {
        var progress = IngestProgress()
        /// The first rows of the pictures, by their slots.
        var firstRows: [FirstRow] = []
        /// Failures that the next progress reports, and the identities of those that a progress has reported.
        var unreported: [RowFailure] = []
        var reported: Set<Int> = []
        /// The number of broken rows that are reported before their turn.
        var earlyBroken = 0
        var summary: IngestSummary
        var causes: [FailureCause.Key: FailureCause] = [:]
    }

    private struct FirstRow {
        let number: UInt32
        let line: UInt32
        /// Whether the row names another picture before this one.
        let isFurther: Bool
    }

    /// Further broken rows are reported with the entries, so that memory does not grow with them.
    private static let mostEarlyBroken = 1000

    private let state: Locked<State>
    private let hasJournal: Bool
    /// A run that stops at a failure reports that one, and none behind it.
    private let reportsEarly: Bool

    init(_ plan: IngestPlan) {
        hasJournal = plan.measuring.journal != nil
        reportsEarly = !plan.stopsAtFailure
        var summary = IngestSummary()
        if plan.measuring.mirror != nil { summary.mirror = MirrorCounts() }
        if hasJournal { summary.journal = JournalCounts() }
        if !plan.measuring.placeholders.isEmpty { summary.decoding = DecodingCounts() }
        state = Locked(State(summary: summary))
    }

    /// Counts rows that were read. `new` has the indices of the pictures that no row has named before.
    func addRead(_ batch: RowBatch, _ pictures: BatchPictures, new: [Int], share: Double?) {
        state.change { state in
            state.progress.readRows += batch.rows.count + batch.broken.count
            // Rows whose first picture another row has named count as done.
            state.progress.rows += batch.rows.count - new.count(where: pictures.isFirst) + batch.broken.count
            state.progress.share = share
            for index in new {
                let row = batch.rows[pictures.row(of: index)]
                state.firstRows.append(
                    FirstRow(number: UInt32(clamping: row.number), line: UInt32(clamping: row.line), isFurther: !pictures.isFirst(index)))
            }
            if reportsEarly {
                let early = batch.broken.prefix(RunningCounts.mostEarlyBroken - state.earlyBroken)
                state.unreported += early.map { RowFailure($0) }
                state.earlyBroken += early.count
            }
            state.progress.failed += batch.broken.count
        }
    }

    /// All rows have been read.
    func endReading() { state.change { $0.progress.share = 1 } }

    /// Counts pictures that have their results.
    func add(_ results: [PictureResult]) {
        state.change { state in
            state.summary.pictures += results.count
            for result in results {
                let row = state.firstRows[Int(result.number)]
                if !row.isFurther { state.progress.rows += 1 }
                state.summary.journal?.add(result)
                guard let details = result.details else { continue }
                if let mirrored = details.mirrored { state.summary.mirror?.add(mirrored) }
                if let placeholders = details.placeholders { state.summary.decoding?.add(placeholders) }
                guard let failure = details.failure else { continue }
                state.progress.failed += details.previous == nil ? 1 : 0
                let cause = FailureCause.Key(failure.code, details.name)
                state.causes[cause, default: FailureCause(failure, of: cause.host, at: unixSeconds())]
                    .add(failure, isNew: result.isNewFailure ?? true, isStale: details.previous != nil)
                guard reportsEarly else { continue }
                state.unreported.append(
                    RowFailure(
                        row: Int(row.number), line: Int(row.line), withoutCredentials(details.name), failure,
                        attempts: Int(result.attempts), isStale: details.previous != nil, isNew: hasJournal ? result.isNewFailure : nil))
            }
        }
    }

    /// The progress, with the failures that no progress has reported before.
    func takeProgress() -> IngestProgress {
        state.change { state in
            var progress = state.progress
            progress.failures = state.unreported.sorted { $0.row < $1.row }
            state.unreported = []
            state.reported.formUnion(progress.failures.map(\.identity))
            return progress
        }
    }

    /// Whether a progress has reported the failure.
    func hasReported(_ failure: RowFailure) -> Bool { state.read { !$0.reported.isEmpty && $0.reported.contains(failure.identity) } }

    /// The number of rows that were read, broken ones included.
    var rowsRead: Int { state.read { $0.progress.readRows } }

    /// The counts of pictures; those of rows are not among them.
    var summary: IngestSummary {
        state.read { state in
            var summary = state.summary
            summary.causes = state.causes.values.sorted { $0.order < $1.order }
            return summary
        }
    }
}

/// The counts of a run that goes on.
package struct IngestProgress: Equatable, Sendable {
    /// Rows that were read, and those among them whose picture has been measured or has failed.
    package var readRows = 0
    package var rows = 0
    package var failed = 0
    /// The number of transfers that are under way.
    package var transfers = 0
    /// The time since the first row could be read.
    package var seconds = 0.0
    /// The share of the catalogue that has been read, from 0 to 1; nil if it is unknown.
    package var share: Double?
    /// Failures since the last progress whose rows wait for their turn.
    package var failures: [RowFailure] = []

    package init() {}
}
