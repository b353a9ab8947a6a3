import CLinux
import Glibc

/// Receives the signals that ask the process to end (SIGINT, SIGTERM, SIGHUP), so that a run can end in an orderly
/// way.
///
/// This object must be made before any other thread, since earlier threads would receive signals too. A second signal
/// ends the process at once. The first signal ends the process too, if the run has not ended a second later.
public final class TerminationSignals: Sendable {
    private struct SignalState {
        var signal: Int32?
        var handlers: [@Sendable () -> Void] = []
    }

    private let state = Locked(SignalState())
    private static let grace: Int32 = 1000

    public init() {
        var held = sigset_t()
        CLinux_hold_endings(&held)
        let signals = held
        _ = Thread { [state] in
            var signals = signals
            let signal = CLinux_wait_for_ending(&signals, -1)
            let handlers = state.change { state in
                state.signal = signal
                return state.handlers
            }
            for handle in handlers { handle() }
            _ = CLinux_wait_for_ending(&signals, TerminationSignals.grace)
            _exit(128 + signal)
        }
    }

    /// Throws once a signal has come.
    public func check() throws(MachineFailure) {
        if let signal = state.read({ $0.signal }) {
            throw MachineFailure(kind: .interrupted(signal: signal), message: "interrupted")
        }
    }

    /// Calls `handle` when a signal comes, or at once if a signal has already come.
    public func onSignal(_ handle: @escaping @Sendable () -> Void) {
        let hasCome = state.change { state in
            state.handlers.append(handle)
            return state.signal != nil
        }
        if hasCome { handle() }
    }
}
