/// A queue with a bound: some threads give items, and one takes them in the order in which they were given.
public final class BoundedQueue<Item: Sendable>: Sendable {
    private struct QueueState {
        var waiting: [Item] = []
        var isClosed = false
    }

    private let state = Locked(QueueState())
    private let mostWaiting: Int

    /// A thread that gives items waits while `mostWaiting` items or more are in the queue.
    public init(mostWaiting: Int) { self.mostWaiting = mostWaiting }

    public var isClosed: Bool { state.read { $0.isClosed } }

    /// Drops the items if the queue is closed.
    public func give(_ items: [Item]) {
        state.wait(until: { $0.waiting.count < mostWaiting || $0.isClosed }) { state in
            if !state.isClosed { state.waiting += items }
        }
        state.announce { _ in }
    }

    /// Waits for items and takes all that there are; nil once the queue is closed and empty.
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
