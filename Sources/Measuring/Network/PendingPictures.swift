import Base
import Fetching
import System

/// Pictures that are being fetched.
struct PendingPictures: Sendable {
    struct Outcomes {
        fileprivate var outcomes: [FetchOutcome]
        fileprivate var missing: Int

        init(of count: Int) {
            outcomes = Array(repeating: FetchOutcome(Failure(.cancelled)), count: count)
            missing = count
        }
    }

    private let state: Locked<Outcomes>
    /// The worker that made the order holds it to the end, so that its memory is not freed on the fetching thread,
    /// which has no time for that.
    private let order: FetchOrder?

    init(_ state: Locked<Outcomes>, of order: FetchOrder?) {
        self.state = state
        self.order = order
    }

    /// Waits until all pictures have been fetched or have failed. `willWait` is called first if that takes time.
    func wait(_ willWait: () -> Void) -> [FetchOutcome] {
        if state.read({ $0.missing > 0 }) { willWait() }
        return state.wait(until: { $0.missing == 0 }) { $0.outcomes }
    }
}

extension Locked<PendingPictures.Outcomes> {
    /// Called once for each picture.
    func take(_ outcome: FetchOutcome, at index: Int) {
        let isLast = change { state in
            state.outcomes[index] = outcome
            state.missing -= 1
            return state.missing == 0
        }
        // The worker waits for all of them, so it is woken only once.
        if isLast { announce { _ in } }
    }
}
