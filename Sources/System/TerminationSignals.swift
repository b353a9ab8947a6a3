import CLinux
import Glibc

/// Hears the signals that ask a process to end, so that a run can end by itself.
///
/// Made before any other thread. A second signal ends the process at once, and so does a run that
/// has not ended a second after the first.
public final class TerminationSignals: Sendable {
    private struct State {
        var signal: Int32?
        var hearers: [@Sendable () -> Void] = []
    }

    private let state = Locked(State())
    private static let grace: Int32 = 1000

    public init() {
        var held = sigset_t()
        CLinux_hold_endings(&held)
        let signals = held
        _ = Thread { [state] in
            var signals = signals
            let signal = CLinux_wait_for_ending(&signals, -1)
            let hearers = state.change { state in
                state.signal = signal
                return state.hearers
            }
            for hear in hearers { hear() }
            _ = CLinux_wait_for_ending(&signals, TerminationSignals.grace)
            _exit(128 + signal)
        }
    }

    /// Throws once somebody has asked the process to end.
    public func check() throws(MachineFailure) {
        if let signal = state.read({ $0.signal }) {
            throw MachineFailure(kind: .interrupted(signal: signal), message: "interrupted")
        }
    }

    /// Calls `hear` when the process is asked to end, or now if it was.
    public func onSignal(_ hear: @escaping @Sendable () -> Void) {
        let isPast = state.change { state in
            state.hearers.append(hear)
            return state.signal != nil
        }
        if isPast { hear() }
    }
}
