import Glibc
import ImageHeaders
import Journals
import WeirBase
import WeirSystem

/// Writes updates to the journal on a thread of its own, so that fetching and measuring wait for
/// a disk only when it is thousands of updates behind.
final class JournalRecorder: Sendable {
    private let updates = BoundedQueue<JournalUpdate>(mostWaiting: 1 << 13)
    private let progress: Locked<Progress>
    private let thread: Locked<Thread?>

    private struct Progress {
        var failure: JournalFailure?
        /// The numbers of updates that were given to the thread, and that it has committed.
        var given = 0
        var committed = 0
    }

    /// Microseconds between commits. A commit costs as much as many records. A run that is killed loses the updates
    /// since the last commit.
    private static let pause: UInt32 = 20_000

    /// `onFailure` is called once if updates cannot be written, on the thread that writes them.
    init(_ journal: Journal, onFailure: @escaping @Sendable (JournalFailure) -> Void) throws(MachineFailure) {
        let (updates, progress) = (updates, Locked(Progress()))
        self.progress = progress
        let write = { @Sendable in
            JournalRecorder.write(updates, to: journal, noting: progress)
            if let failure = progress.read({ $0.failure }) { onFailure(failure) }
        }
        guard let thread = Thread(write) else {
            throw .machine("the system has no thread to keep the journal with: \(errorText(errno))")
        }
        self.thread = Locked(thread)
    }

    deinit { finish() }

    /// The reason why updates cannot be written; nil while they can.
    var failure: JournalFailure? { progress.read { $0.failure } }

    func write(_ updates: [JournalUpdate]) {
        guard !updates.isEmpty else { return }
        progress.change { $0.given += updates.count }
        self.updates.give(updates)
    }

    /// Returns when all updates of the calling thread are committed, or when one has failed.
    func flush() {
        let given = progress.read { $0.given }
        progress.wait(until: { $0.committed >= given || $0.failure != nil }) { _ in }
    }

    /// Returns when all updates are written, or when one has failed.
    func finish() {
        updates.close()
        thread.change { $0.take() }?.join()
    }

    private static func write(
        _ updates: BoundedQueue<JournalUpdate>, to journal: Journal, noting progress: Locked<Progress>
    ) {
        var writer = journal.writer()
        while let some = updates.take() {
            do throws(JournalFailure) {
                for update in some {
                    switch update {
                    case .picture(let key, let record): try writer.record(key, record)
                    case .placeholders(let key, let placeholders): try writer.record(key, placeholders)
                    }
                }
                try writer.flush()
            } catch {
                progress.announce { $0.failure = error }
                // Updates that come later are dropped.
                updates.close()
                return
            }
            progress.announce { $0.committed += some.count }
            if !updates.isClosed { usleep(pause) }
        }
    }
}

/// The records of the journal and the mirror for a picture that is not looked at yet.
extension MeasuringRun {
    /// The result of a picture that need not be measured.
    func answer(
        for number: Int32, _ name: UnsafeBufferPointer<UInt8>, _ recorded: RecordedPicture?, at now: Int64
    ) -> PictureResult? {
        guard let journal, let recorded else { return nil }
        let isURL = PictureLocation.isURL(name)
        if let facts = trustedFacts(of: recorded, isRemote: isURL, at: now) {
            return PictureResult(number, recorded: facts, isRemote: isURL)
        }
        guard journal.isPaused(recorded, at: now) else { return nil }
        let picture = Picture(number, Array(name))
        guard let failure = journal.pausedFailure(key(of: picture)) else { return nil }
        var result = PictureResult(failure, of: picture)
        result.attempts = 0
        result.note { ($0.previous, $0.hadFailed) = (recorded.facts, true) }
        result.origin = .memory(isRemote: isURL)
        return result
    }

    /// The facts that are trusted without looking at the picture. A run that stores or decodes whole pictures must look at each of
    /// them, since the journal does not know whether a picture is still stored, and whether it is sound.
    func trustedFacts(of recorded: RecordedPicture?, isRemote: Bool, at now: Int64) -> PictureFacts? {
        guard let journal, let recorded, !(isRemote ? mirror != nil : plan.isVerifying) else { return nil }
        return journal.trusted(recorded, isRemote: isRemote, at: now)
    }

    func key(of picture: Picture) -> PictureKey {
        switch location(of: picture) {
        case .file(let path): .file((root?.prefix ?? []) + path, .unknown)
        case .url, .nowhere, .inline: .url(urlForStorage(picture.name), version: version(of: picture.number))
        }
    }
}
