import Glibc
import Journals
import System

/// Writes updates to the journal on a thread of its own, so that fetching and measuring never wait for a disk.
final class JournalRecorder: Sendable {
    private let updates = BoundedQueue<JournalUpdate>(mostWaiting: 1 << 16)
    private let firstFailure: Locked<JournalFailure?>
    private let thread: Locked<Thread?>

    /// Microseconds between commits. A commit costs as much as many records. A run that is killed loses the updates
    /// since the last commit.
    private static let pause: UInt32 = 20_000

    init(_ journal: Journal) throws(MachineFailure) {
        let (updates, failure) = (updates, Locked<JournalFailure?>(nil))
        firstFailure = failure
        guard let thread = Thread({ JournalRecorder.write(updates, to: journal, noting: failure) }) else {
            throw .machine("the system has no thread to keep the journal with: \(errorText(errno))")
        }
        self.thread = Locked(thread)
    }

    deinit { finish() }

    /// The reason why updates cannot be written; nil while they can.
    var failure: JournalFailure? { firstFailure.read { $0 } }

    func record(_ updates: [JournalUpdate]) {
        if !updates.isEmpty { self.updates.give(updates) }
    }

    /// Returns when all updates are written, or when one has failed.
    func finish() {
        updates.close()
        thread.change { $0.take() }?.join()
    }

    private static func write(
        _ updates: BoundedQueue<JournalUpdate>, to journal: Journal, noting failure: Locked<JournalFailure?>
    ) {
        var writer = journal.writer()
        while let some = updates.take() {
            do throws(JournalFailure) {
                for update in some { try writer.record(update.key, update.record) }
                try writer.flush()
            } catch {
                failure.change { $0 = error }
                // Updates that come later are dropped.
                updates.close()
                return
            }
            if !updates.isClosed { usleep(pause) }
        }
    }
}
