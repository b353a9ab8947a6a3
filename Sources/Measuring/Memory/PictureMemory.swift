import Base
import Fetching
import Glibc
import Journals
import System

/// What is remembered of pictures from run to run: asked before a file is opened or a server is,
/// and told what was found. It holds the journal and its lock until it is gone.
final class PictureMemory: Sendable {
    private let use: JournalUse
    private let journal: Journal
    private let lock: RunLock
    private let recorder: JournalRecorder
    /// Why something could not be looked up.
    private let failure = Locked<JournalFailure?>(nil)

    /// A file that is no journal is refused before a lock is laid beside it.
    init(_ use: JournalUse) throws(MachineFailure) {
        self.use = use
        do throws(JournalFailure) {
            journal = try Journal(use.path, .writing)
        } catch {
            throw MachineFailure(error, use.withoutIt)
        }
        do throws(RunLockFailure) {
            lock = try RunLock(of: use.path, startedAt: unixSeconds())
        } catch {
            throw MachineFailure(error, use.withoutIt)
        }
        do throws(JournalFailure) {
            // What is damaged is told now, and not when hours of work are to be kept.
            _ = try journal.lookup(KeyBatch())
        } catch {
            throw MachineFailure(error, use.withoutIt)
        }
        recorder = try JournalRecorder(journal)
    }

    /// What is known of each of these pictures.
    func lookup(_ keys: KeyBatch) -> [KnownPicture?] {
        do throws(JournalFailure) {
            return try journal.lookup(keys)
        } catch {
            note(error)
            return Array(repeating: nil, count: keys.count)
        }
    }

    /// The URLs that are known when the run begins.
    func urls() throws(MachineFailure) -> KnownURLs {
        do throws(JournalFailure) {
            return try journal.urls()
        } catch {
            throw MachineFailure(error, use.withoutIt)
        }
    }

    func record(of key: PictureKey) -> PictureRecord? {
        do throws(JournalFailure) {
            return try journal.record(of: key)
        } catch {
            note(error)
            return nil
        }
    }

    private func note(_ error: JournalFailure) { failure.change { $0 = $0 ?? error } }

    func keep(_ learned: [Learned]) { recorder.record(learned) }

    /// Throws once something could not be looked up or kept.
    func check() throws(MachineFailure) {
        if let failure = failure.read({ $0 }) ?? recorder.failure { throw MachineFailure(failure, use.withoutIt) }
    }

    /// Keeps all that was told so far for good.
    func finish() throws(MachineFailure) {
        recorder.finish()
        try check()
    }

    /// Spares the next run time, if it can.
    func takeSnapshot() { try? journal.takeSnapshot() }
}

// What is trusted.
extension PictureMemory {
    /// What is known of a picture, where that is trusted without a look at it.
    func trusted(_ known: KnownPicture, isRemote: Bool, at now: Int64) -> PictureFacts? {
        guard !use.refreshes, !known.isFailing, let facts = PictureFacts(known) else { return nil }
        if isRemote, use.retriesFailed { return facts }
        return known.isFresh(at: now, maxAge: use.maxAge) ? facts : nil
    }

    /// The failure of a picture that is not to be tried again yet.
    func resting(_ known: KnownPicture, _ key: @autoclosure () -> PictureKey, at now: Int64) -> Failure? {
        guard known.isFailing, !use.refreshes, !use.retriesFailed, !known.isDue(at: now) else { return nil }
        guard let streak = record(of: key())?.streak else { return nil }
        let times = streak.count == 1 ? "" : " \(streak.count) times in a row"
        return Failure(
            streak.failure.code,
            "\(streak.failure.message); it failed\(times) and is left alone until \(calendarTime(streak.retryAt))\(use.withoutRest)")
    }
}

/// What a run has learned of a picture.
struct Learned: Sendable {
    let key: PictureKey
    let record: PictureRecord
}
