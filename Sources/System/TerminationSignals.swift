import CWeirLinux
import Glibc

/// Receives the signals that ask the process to end (SIGINT, SIGTERM, SIGHUP), so that a run can end in an orderly
/// way.
///
/// This object must be made before any other thread, since earlier threads would receive signals too. A second signal
/// ends the process at once. The first signal ends the process too, if the run has not ended ten seconds later, unless the run has
/// begun its last step. A time limit ends the run as a signal does, but never the process.
package final class TerminationSignals: Sendable {
    private struct SignalState {
        /// Why nothing is waited for any more.
        var reason: MachineFailure?
        var isLastStep = false
        var handlers: [@Sendable (MachineFailure) -> Void] = []
    }

    private let state = Locked(SignalState())
    /// An eventfd, which can be read once the run is asked to end.
    private let hasCome: Int32
    private static let grace: Int32 = 10_000

    /// The run may take at most so many milliseconds; nil means any time.
    package init(timeLimit: Int? = nil) {
        var held = sigset_t()
        CLinux_hold_endings(&held)
        let signals = held
        hasCome = CLinux_event()
        _ = Thread { [state, hasCome] in
            func announce(_ interruption: Interruption) {
                let reason = MachineFailure(by: interruption)
                let handlers = state.change { state in
                    state.reason = reason
                    return state.handlers
                }
                CLinux_announce(hasCome)
                for handle in handlers { handle(reason) }
            }
            var signals = signals
            var signal = CLinux_wait_for_ending(&signals, timeLimit.map { Int32(clamping: $0) } ?? -1)
            if signal == 0 {
                announce(.timeLimit)
                signal = CLinux_wait_for_ending(&signals, -1)
            }
            announce(.signal(signal))
            _ = CLinux_wait_for_ending(&signals, state.read { $0.isLastStep } ? -1 : TerminationSignals.grace)
            _exit(128 + signal)
        }
    }

    private init(hasCome: Int32) { self.hasCome = hasCome }

    /// Signals that never come, for a run inside another process.
    package static func never() -> TerminationSignals { TerminationSignals(hasCome: -1) }

    /// Throws once the run is asked to end.
    package func check() throws(MachineFailure) {
        if let reason = state.read({ $0.reason }) { throw reason }
    }

    /// Begins the last step of a run, which is short and must not be cut: the first signal no longer ends the process. Throws if the
    /// run was asked to end before.
    package func beginLastStep() throws(MachineFailure) {
        let reason = state.change { state in
            state.isLastStep = state.reason == nil
            return state.reason
        }
        if let reason { throw reason }
    }

    /// Ends all waiting here, for a reason that is no signal.
    package func end(_ reason: MachineFailure) {
        state.change { $0.reason = $0.reason ?? reason }
        CLinux_announce(hasCome)
    }

    /// Waits until a descriptor has bytes or has ended; throws once the run is asked to end.
    func waitForInput(of descriptor: Int32) throws(MachineFailure) {
        // poll ignores a negative descriptor, which stands for an event that could not be made.
        var waits = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0), pollfd(fd: hasCome, events: Int16(POLLIN), revents: 0)]
        _ = retryingInterrupts { poll(&waits, 2, -1) }
        try check()
    }

    /// Waits until a descriptor takes bytes, or its reader has gone; throws if the run is asked to end before that.
    func waitForOutput(to descriptor: Int32) throws(MachineFailure) {
        var waits = [pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0), pollfd(fd: hasCome, events: Int16(POLLIN), revents: 0)]
        _ = retryingInterrupts { poll(&waits, 2, -1) }
        if waits[0].revents == 0 { try check() }
    }

    /// Waits for so many seconds; throws once the run is asked to end.
    package func pause(_ seconds: Double) throws(MachineFailure) {
        var wait = pollfd(fd: hasCome, events: Int16(POLLIN), revents: 0)
        _ = retryingInterrupts { poll(&wait, 1, Int32(seconds * 1000)) }
        try check()
    }

    /// Calls `handle` when the run is asked to end, or at once if that has happened. A signal after the time limit calls it
    /// again.
    package func onInterruption(_ handle: @escaping @Sendable (MachineFailure) -> Void) {
        let reason = state.change { state in
            state.handlers.append(handle)
            return state.reason
        }
        if let reason { handle(reason) }
    }
}
