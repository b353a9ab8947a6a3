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
    /// An eventfd, which can be read once a signal has come.
    private let hasCome: Int32
    private static let grace: Int32 = 1000

    public init() {
        var held = sigset_t()
        CLinux_hold_endings(&held)
        let signals = held
        hasCome = CLinux_event()
        _ = Thread { [state, hasCome] in
            var signals = signals
            let signal = CLinux_wait_for_ending(&signals, -1)
            let handlers = state.change { state in
                state.signal = signal
                return state.handlers
            }
            CLinux_announce(hasCome)
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

    /// Waits until a descriptor has bytes or has ended; throws once a signal has come.
    func waitForInput(of descriptor: Int32) throws(MachineFailure) {
        // poll ignores a negative descriptor, which stands for an event that could not be made.
        var waits = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0), pollfd(fd: hasCome, events: Int16(POLLIN), revents: 0)]
        _ = retryingInterrupts { poll(&waits, 2, -1) }
        try check()
    }

    /// Waits for so many seconds; throws once a signal has come.
    public func pause(_ seconds: Double) throws(MachineFailure) {
        var wait = pollfd(fd: hasCome, events: Int16(POLLIN), revents: 0)
        _ = retryingInterrupts { poll(&wait, 1, Int32(seconds * 1000)) }
        try check()
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
