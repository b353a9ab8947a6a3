import Glibc
import Journals
import Threads

/// Writes down what is learned, on a thread of its own: neither who fetches nor who measures waits
/// for a disk.
final class JournalRecorder: Sendable {
    private struct State {
        var waiting: [Learned] = []
        var isClosed = false
        var failure: JournalFailure?
    }

    private let state: Monitor<State>
    private let thread: Monitor<Thread?>

    /// What is learned faster than it is written is waited for.
    private static let mostWaiting = 1 << 16
    /// Microseconds between commits: each costs as much as many records, and what a run learns in
    /// that time is lost if it is killed.
    private static let pause: UInt32 = 20_000

    init(_ journal: Journal) throws(MachineFailure) {
        let state = Monitor(State())
        self.state = state
        guard let thread = Thread({ JournalRecorder.write(from: state, to: journal) }) else {
            throw .machine("the system has no thread to keep the journal with: \(errorText(errno))")
        }
        self.thread = Monitor(thread)
    }

    deinit { finish() }

    /// Why what was learned cannot be kept; nil while all is well.
    var failure: JournalFailure? { state.read { $0.failure } }

    func record(_ learned: [Learned]) {
        guard !learned.isEmpty else { return }
        state.wait(until: { $0.waiting.count < JournalRecorder.mostWaiting || $0.failure != nil }) { state in
            if state.failure == nil { state.waiting += learned }
        }
        state.announce { _ in }
    }

    /// Ends when everything is written that can be.
    func finish() {
        state.announce { $0.isClosed = true }
        thread.change { $0.take() }?.join()
    }

    private static func write(from state: Monitor<State>, to journal: Journal) {
        var writer = journal.writer()
        while true {
            let (learned, isClosed) = state.wait(until: { !$0.waiting.isEmpty || $0.isClosed }) { state in
                defer { state.waiting = [] }
                return (state.waiting, state.isClosed)
            }
            if learned.isEmpty { return }
            // Whoever waited for room has it now.
            state.announce { _ in }
            do throws(JournalFailure) {
                for picture in learned { try writer.record(picture.key, picture.record) }
                try writer.flush()
            } catch {
                return state.announce { state in
                    state.failure = error
                    state.waiting = []
                }
            }
            if !isClosed { usleep(pause) }
        }
    }
}
