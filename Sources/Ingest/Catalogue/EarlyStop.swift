import Base
import Measuring
import Records
import System

/// Notices the failure at which the plan stops a run before its row has its turn. So the run need not wait for the other
/// pictures, whose servers may be slow.
struct EarlyStop: Sendable {
    private let stopsAtFailure: Bool
    private let stopsAtBrokenRow: Bool
    private let hasCome = Locked(false)
    private let act: @Sendable () -> Void

    /// `act` is called once, on any thread.
    init(_ plan: IngestPlan, _ act: @escaping @Sendable () -> Void) {
        stopsAtFailure = plan.onFailure == .stop
        stopsAtBrokenRow = plan.isStrict
        self.act = act
    }

    /// Whether the run takes no more rows.
    var isDue: Bool { hasCome.value }

    func note(_ failure: Failure) {
        if stopsAtFailure, failure.code != .cancelled { stop() }
    }

    func note(_ pictures: [MeasuredPicture]) {
        guard stopsAtFailure else { return }
        for case .failure(let failure) in pictures.lazy.map(\.result) { note(failure) }
    }

    func note(_ broken: [RowBatch.BrokenRow]) {
        if stopsAtBrokenRow, !broken.isEmpty { stop() }
    }

    private func stop() {
        let isFirst = hasCome.change { hasCome in
            defer { hasCome = true }
            return !hasCome
        }
        if isFirst { act() }
    }
}
