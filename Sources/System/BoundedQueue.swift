/// A queue with a bound. Several threads give items, and one thread takes them in the same order.
package final class BoundedQueue<Item: Sendable>: Sendable {
    private struct QueueState {
        var waiting: [Item] = []
        var isClosed = false
    }

    private let state = Locked(QueueState())
    private let mostWaiting: Int

    /// A thread that gives items waits while at least `mostWaiting` items are in the queue.
    package init(mostWaiting: Int) { self.mostWaiting = mostWaiting }

    package var isClosed: Bool { state.read { $0.isClosed } }

    /// Drops the items if the queue is closed.
    package func give(_ items: [Item]) {
        state.wait(until: { $0.waiting.count < mostWaiting || $0.isClosed }) { state in
            if !state.isClosed { state.waiting += items }
        }
        state.announce { _ in }
    }

    /// Waits for items and takes all of them; nil once the queue is closed and empty.
    package func take() -> [Item]? {
        let items = state.wait(until: { !$0.waiting.isEmpty || $0.isClosed }) { state in
            defer { state.waiting = [] }
            return state.waiting
        }
        // The queue has room again, so the threads that wait to give are woken.
        state.announce { _ in }
        return items.isEmpty ? nil : items
    }

    package func close() { state.announce { $0.isClosed = true } }
}
