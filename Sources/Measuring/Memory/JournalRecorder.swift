import Glibc
import Journals
import System

/// Writes down what is learned, on a thread of its own: neither who fetches nor who measures waits
/// for a disk.
final class JournalRecorder: Sendable {
    private let learned = BoundedQueue<Learned>(mostWaiting: 1 << 16)
    private let noted: Locked<JournalFailure?>
    private let thread: Locked<Thread?>

    /// Microseconds between commits: each costs as much as many records, and what a run learns in
    /// that time is lost if it is killed.
    private static let pause: UInt32 = 20_000

    init(_ journal: Journal) throws(MachineFailure) {
        let (learned, noted) = (learned, Locked<JournalFailure?>(nil))
        self.noted = noted
        guard let thread = Thread({ JournalRecorder.write(learned, to: journal, noting: noted) }) else {
            throw .machine("the system has no thread to keep the journal with: \(errorText(errno))")
        }
        self.thread = Locked(thread)
    }

    deinit { finish() }

    /// Why what was learned cannot be kept; nil while all is well.
    var failure: JournalFailure? { noted.read { $0 } }

    func record(_ pictures: [Learned]) {
        if !pictures.isEmpty { learned.give(pictures) }
    }

    /// Ends when everything is written that can be.
    func finish() {
        learned.close()
        thread.change { $0.take() }?.join()
    }

    private static func write(_ learned: BoundedQueue<Learned>, to journal: Journal, noting failure: Locked<JournalFailure?>) {
        var writer = journal.writer()
        while let pictures = learned.take() {
            do throws(JournalFailure) {
                for picture in pictures { try writer.record(picture.key, picture.record) }
                try writer.flush()
            } catch {
                failure.change { $0 = error }
                // Nobody takes what is given from now on.
                learned.close()
                return
            }
            if !learned.isClosed { usleep(pause) }
        }
    }
}
