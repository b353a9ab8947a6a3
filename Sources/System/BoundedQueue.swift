/// A queue between threads, with a bound: some threads give items, one takes them, in the order in which
/// they were given.
public final class BoundedQueue<Item: Sendable>: Sendable {
    private struct State {
        var waiting: [Item] = []
        var isClosed = false
    }

    private let state = Locked(State())
    private let mostWaiting: Int

    /// A thread that gives items waits while as many as `mostWaiting` have not been taken.
    public init(mostWaiting: Int) { self.mostWaiting = mostWaiting }

    public var isClosed: Bool { state.read { $0.isClosed } }

    /// Once it is closed nothing is given any more.
    public func give(_ items: [Item]) {
        state.wait(until: { $0.waiting.count < mostWaiting || $0.isClosed }) { state in
            if !state.isClosed { state.waiting += items }
        }
        state.announce { _ in }
    }

    /// Waits for items and takes all that there are; nil once it is closed and all are taken.
    public func take() -> [Item]? {
        let items = state.wait(until: { !$0.waiting.isEmpty || $0.isClosed }) { state in
            defer { state.waiting = [] }
            return state.waiting
        }
        // There is room for the threads that wait to give.
        state.announce { _ in }
        return items.isEmpty ? nil : items
    }

    public func close() { state.announce { $0.isClosed = true } }
}
