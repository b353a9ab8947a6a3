import Base
import Fetching
import Glibc
import Journals
import System

/// The journal of a run. It is asked before a file is opened or a URL is fetched, and records the result. This object
/// holds the journal and its lock for its whole life.
final class RunJournal: Sendable {
    private let plan: JournalPlan
    private let journal: Journal
    private let lock: RunLock
    private let recorder: JournalRecorder
    /// The first failure of a lookup.
    private let failure = Locked<JournalFailure?>(nil)

    /// A file that is no journal is refused before a lock file is made beside it.
    init(_ plan: JournalPlan, _ signals: TerminationSignals?, tell: (JournalNotice) -> Void) throws(MachineFailure) {
        self.plan = plan
        try plan.check()
        lock = try RunLock.waitingForTurn(plan, signals, tell)
        if let former = plan.formerPath { try RunJournal.takeAlong(former, to: plan, tell) }
        do throws(JournalFailure) {
            try Journal.makePrivate(plan.path)
            journal = try Journal(plan.path, .writing)
            // Damage must be found now and not after hours of fetching.
            try journal.load()
        } catch {
            throw MachineFailure(error, plan.withoutIt)
        }
        recorder = try JournalRecorder(journal)
    }

    /// The journal's records of these pictures.
    func lookup(_ keys: [LookupKey]) -> [KnownPicture?] {
        do throws(JournalFailure) {
            return try journal.lookup(keys)
        } catch {
            note(error)
            return Array(repeating: nil, count: keys.count)
        }
    }

    /// The URLs that the journal knows when the run begins.
    func urls() throws(MachineFailure) -> KnownURLs {
        do throws(JournalFailure) {
            return try journal.urls()
        } catch {
            throw MachineFailure(error, plan.withoutIt)
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

    /// The placeholders of pictures as their records describe them. A run that asks for all pictures anew also decodes them anew.
    func placeholders(of keys: [PictureKey]) -> [PlaceholderRecord?] {
        guard !plan.refreshes, !keys.isEmpty else { return Array(repeating: nil, count: keys.count) }
        do throws(JournalFailure) {
            return try journal.placeholders(of: keys)
        } catch {
            note(error)
            return Array(repeating: nil, count: keys.count)
        }
    }

    private func note(_ error: JournalFailure) { failure.change { $0 = $0 ?? error } }

    func record(_ updates: [JournalUpdate]) { recorder.record(updates) }

    /// Returns when all updates of the calling thread survive the end of the process, or when one has failed.
    func flush() { recorder.flush() }

    /// Throws if a lookup or a record has failed.
    func check() throws(MachineFailure) {
        if let failure = failure.read({ $0 }) ?? recorder.failure { throw MachineFailure(failure, plan.withoutIt) }
    }

    /// The paces that hosts bear, as earlier runs have learned.
    func paces() throws(MachineFailure) -> [String: HostPace] {
        do throws(JournalFailure) {
            return try journal.paces(at: unixSeconds())
        } catch {
            throw MachineFailure(error, plan.withoutIt)
        }
    }

    /// The robots.txt of hosts, as runs have read them in the last day. A run that asks for all pictures anew reads
    /// them too.
    func robots() throws(MachineFailure) -> [String: RobotsText] {
        guard !plan.refreshes else { return [:] }
        do throws(JournalFailure) {
            return try journal.robots(at: unixSeconds())
        } catch {
            throw MachineFailure(error, plan.withoutIt)
        }
    }

    /// Returns when all updates so far, and what was learned of the hosts, are in the journal.
    func finish(_ remote: RemotePictures) throws(MachineFailure) {
        recorder.finish()
        try check()
        try keep(remote.paces)
        try keep(remote.robots)
    }

    private func keep(_ robots: [String: RobotsText]) throws(MachineFailure) {
        guard try robots != self.robots() else { return }
        do throws(JournalFailure) {
            try journal.keep(robots: robots)
        } catch {
            throw MachineFailure(error, plan.withoutIt)
        }
    }

    private func keep(_ paces: [String: HostPace]) throws(MachineFailure) {
        guard try paces != self.paces() else { return }
        do throws(JournalFailure) {
            try journal.keep(paces)
        } catch {
            throw MachineFailure(error, plan.withoutIt)
        }
    }
}

extension RunJournal {
    /// The facts of a picture, if they are trusted without looking at the picture.
    func trusted(_ known: KnownPicture, isRemote: Bool, at now: Int64) -> PictureFacts? {
        guard !plan.refreshes, !known.isFailing, let facts = PictureFacts(known) else { return nil }
        if isRemote, plan.retriesFailed { return facts }
        return known.isFresh(at: now, maxAge: plan.maxAge) ? facts : nil
    }

    /// The URL to which a picture has moved, if it may be asked for there without another look at the redirects.
    func movedTo(_ record: PictureRecord, at now: Int64) -> [UInt8]? {
        guard !plan.refreshes, let move = record.move, move.isFresh(at: now) else { return nil }
        return move.address
    }

    /// Whether a picture has failed and must not be requested again yet.
    func isPaused(_ known: KnownPicture, at now: Int64) -> Bool {
        known.isFailing && !plan.refreshes && !plan.retriesFailed && !known.isDue(at: now)
    }

    /// The earlier failure of a picture that must not be requested again yet.
    func pausedFailure(_ known: KnownPicture, _ key: @autoclosure () -> PictureKey, at now: Int64) -> Failure? {
        guard isPaused(known, at: now), let streak = record(of: key())?.streak else { return nil }
        let times = streak.count == 1 ? "" : " \(streak.count) times in a row"
        return Failure(
            streak.failure.code,
            "\(streak.failure.message); it failed\(times) and is left alone until \(calendarTime(streak.retryAt))\(plan.withoutRest)")
    }
}

/// What a run has learned of a picture.
struct JournalUpdate: Sendable {
    let key: PictureKey
    let content: Content

    enum Content: Sendable {
        case picture(PictureRecord)
        /// Those of the picture in its last record.
        indirect case placeholders(PlaceholderRecord)
    }

    init(key: PictureKey, record: PictureRecord) { (self.key, content) = (key, .picture(record)) }

    init(key: PictureKey, placeholders: PlaceholderRecord) { (self.key, content) = (key, .placeholders(placeholders)) }
}
