import Pixels
import System

/// Readers of small pictures, as many as there are processors, which threads borrow. Each may take as much memory as its share
/// permits, and more threads than processors may be at work, since some of them wait for the network.
final class SharedPixelReaders: Sendable {
    /// `@unchecked Sendable`: one thread uses it at a time, from `take` to `giveBack`.
    final class Reader: @unchecked Sendable {
        var pixels: SmallPictureReader

        fileprivate init(among count: Int) { pixels = .ofThread(among: count) }
    }

    private struct State {
        var idle: [Reader] = []
        var made = 0
    }

    private let state = Locked(State())
    private let count = max(1, availableProcessors)

    /// Waits until a reader is free.
    func take() -> Reader {
        state.wait(until: { [count] in !$0.idle.isEmpty || $0.made < count }) { [count] state in
            if let reader = state.idle.popLast() { return reader }
            state.made += 1
            return Reader(among: count)
        }
    }

    func giveBack(_ reader: Reader) { state.announce { $0.idle.append(reader) } }
}
