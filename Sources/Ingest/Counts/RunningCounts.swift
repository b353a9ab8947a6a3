import Records
import System

/// The progress of a run while its batches are under way. One slow picture delays the rows behind it, but not their
/// counts, and not the news of their failures.
final class RunningCounts: Sendable {
    private struct State {
        var progress = IngestProgress()
        /// Failures by their rows: those that nobody was told yet, and those that are told.
        var untold: [Int: RowFailure] = [:]
        var told: [Int: RowFailure] = [:]
    }

    private let state = Locked(State())
    /// A run that stops at a failure tells that one, and none behind it.
    private let tellsEarly: Bool

    init(tellsEarly: Bool) { self.tellsEarly = tellsEarly }

    func begin(_ batch: NumberedBatch) {
        state.change { state in
            state.progress.readRows += batch.rows.rows.count + batch.rows.broken.count
            // A later batch may begin first.
            if let share = batch.share { state.progress.share = max(share, state.progress.share ?? 0) }
        }
    }

    func finish(rows: Int) { state.change { $0.progress.rows += rows } }

    /// Notes a row's failure before the row has its turn.
    func note(_ failure: RowFailure) {
        guard tellsEarly, failure.code != .cancelled else { return }
        state.change { $0.untold[failure.row] = failure }
    }

    /// Notes broken rows before they have their turn. Nothing else is to be done for them.
    func note(_ broken: [RowBatch.BrokenRow]) {
        guard !broken.isEmpty else { return }
        finish(rows: broken.count)
        for row in broken { note(RowFailure(row)) }
    }

    /// Called when a failed row has its turn. Returns whether somebody was told already.
    func deliver(_ failure: RowFailure) -> Bool {
        state.change { state in
            state.progress.failed += failure.isStale ? 0 : 1
            state.untold[failure.row] = nil
            return state.told.removeValue(forKey: failure.row) != nil
        }
    }

    /// The progress, and the failures that were not told before.
    func next() -> IngestProgress {
        state.change { state in
            var progress = state.progress
            progress.failures = state.untold.values.sorted { $0.row < $1.row }
            state.told.merge(state.untold) { told, _ in told }
            state.untold.removeAll()
            progress.failed += state.told.values.count { !$0.isStale }
            return progress
        }
    }
}
