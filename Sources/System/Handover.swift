/// Items on their way from the threads that have them to one that takes them, in the order in which they
/// were given.
public final class Handover<Item: Sendable>: Sendable {
    private struct State {
        var waiting: [Item] = []
        var isClosed = false
    }

    private let state = Monitor(State())
    private let mostWaiting: Int

    /// What is given faster than it is taken is waited for.
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
        // Whoever waited for room has it now.
        state.announce { _ in }
        return items.isEmpty ? nil : items
    }

    public func close() { state.announce { $0.isClosed = true } }
}
