import Base
import System

/// The pictures of a batch that were ordered ahead of it.
package final class ClaimedPictures: Sendable {
    private struct State {
        var pictures: [MeasuredPicture]
        var missing: Int
    }

    private let state: Locked<State>
    private let hear: PictureObserver

    init(of count: Int, hear: @escaping PictureObserver) {
        state = Locked(State(pictures: Array(repeating: MeasuredPicture(Failure(.cancelled)), count: count), missing: count))
        self.hear = hear
    }

    /// Called once for each picture.
    func take(_ picture: MeasuredPicture, at index: Int) {
        // A failure of the machine is told once, for the run.
        if !picture.isOfTheMachine { hear(index, picture) }
        let isLast = state.change { state in
            state.pictures[index] = picture
            state.missing -= 1
            return state.missing == 0
        }
        // The worker waits for all of them, so it is woken only once.
        if isLast { state.announce { _ in } }
    }

    /// Waits until all pictures have been fetched or have failed. `willWait` is called first if that takes time.
    package func wait(_ willWait: () -> Void) -> [MeasuredPicture] {
        if state.read({ $0.missing > 0 }) { willWait() }
        return state.wait(until: { $0.missing == 0 }) { $0.pictures }
    }
}
