import WeirSystem

/// The one call that ends a run before its work is done, whatever the reason: a signal, a time limit, a reader that has left, a
/// full disk, a journal or a mirror that cannot be written. The first reason counts.
package final class Cancellation: Sendable {
    private struct State {
        var reason: MachineFailure?
        var handlers: [@Sendable (MachineFailure) -> Void] = []
    }

    private let state = Locked(State())
    /// The signals that end the run.
    let signals: TerminationSignals?

    /// Every reason also ends the waits that `signals` can end.
    package init(_ signals: TerminationSignals? = nil) {
        self.signals = signals
        signals?.onInterruption { [weak self] in self?.cancel($0) }
    }

    /// nil while the run goes on.
    package var reason: MachineFailure? { state.read { $0.reason } }

    /// Ends the run, from any thread. Handlers are called before this returns.
    package func cancel(_ reason: MachineFailure) {
        let handlers = state.change { state -> [@Sendable (MachineFailure) -> Void] in
            guard state.reason == nil else { return [] }
            state.reason = reason
            defer { state.handlers = [] }
            return state.handlers
        }
        for handle in handlers { handle(reason) }
        signals?.end(reason)
    }

    /// Calls `handle` once with the reason, on the thread that ends the run, or at once if it has ended.
    package func onCancel(_ handle: @escaping @Sendable (MachineFailure) -> Void) {
        let reason = state.change { state in
            if state.reason == nil { state.handlers.append(handle) }
            return state.reason
        }
        if let reason { handle(reason) }
    }

    /// Throws once the run has ended.
    package func check() throws(MachineFailure) { if let reason { throw reason } }
}
