import Fetching
import Glibc
import ImageHeaders
import Journals
import WeirBase
import WeirSystem

/// The journal of a run. It is asked before a file is opened or a URL is fetched, and records the result. This object
/// holds the journal and its lock for its whole life.
final class RunJournal: Sendable {
    private let plan: JournalPlan
    private let journal: Journal
    private let lock: RunLock
    private let recorder: JournalRecorder
    private let onFailure: @Sendable (MachineFailure) -> Void
    /// Whether the catalogue of this run ends with a line end; nil if it is no table, or has not been read to its end.
    private let catalogueEndsLine = Locked<Bool?>(nil)

    /// A file that is no journal is refused before a lock file is made beside it.
    /// `onFailure` is called when the journal cannot be read or written any more, on any thread.
    init(
        _ plan: JournalPlan, _ signals: TerminationSignals?, onFailure: @escaping @Sendable (MachineFailure) -> Void,
        onNotice: (JournalNotice) -> Void
    ) throws(MachineFailure) {
        (self.plan, self.onFailure) = (plan, onFailure)
        try plan.check()
        lock = try RunLock.waitingForTurn(plan, signals, onNotice)
        do throws(JournalFailure) { journal = try RunJournal.open(plan.path, onNotice) } catch {
            throw MachineFailure(error)
        }
        recorder = try JournalRecorder(journal) { onFailure(MachineFailure($0)) }
    }

    /// A damaged journal is set aside, so that one night is long, and not all nights end without a manifest.
    private static func open(_ path: [UInt8], _ onNotice: (JournalNotice) -> Void) throws(JournalFailure) -> Journal {
        func open() throws(JournalFailure) -> Journal {
            try Journal.makePrivate(path)
            let journal = try Journal(path, .writing)
            // Damage must be found now and not after hours of fetching.
            try journal.load()
            _ = try (journal.paces(at: unixSeconds()), journal.robots(at: unixSeconds()))
            return journal
        }
        do throws(JournalFailure) { return try open() } catch {
            guard error.kind == .damaged else { throw error }
        }
        // A fault of the disk that has passed is no damage.
        do throws(JournalFailure) { return try open() } catch {
            guard error.kind == .damaged else { throw error }
            onNotice(.setAside(try Journal.setAside(path, at: unixSeconds()), reason: error.reason))
        }
        return try open()
    }

    /// The journal's records of these pictures.
    func lookup(_ keys: [PictureKey.Lookup]) -> [RecordedPicture?] {
        noted { () throws(JournalFailure) in try journal.lookup(keys) } ?? Array(repeating: nil, count: keys.count)
    }

    func record(of key: PictureKey) -> PictureRecord? {
        noted { () throws(JournalFailure) in try journal.record(of: key) } ?? nil
    }

    /// The placeholders of a picture as its record describes it. A run that asks for all pictures anew also decodes them anew.
    func placeholders(of key: PictureKey) -> PlaceholderRecord? {
        guard !plan.refreshes else { return nil }
        return noted { () throws(JournalFailure) in try journal.placeholders(of: [key])[0] } ?? nil
    }

    /// Reports a failure, after which the run goes on without the answer.
    private func noted<Answer>(_ question: () throws(JournalFailure) -> Answer) -> Answer? {
        do throws(MachineFailure) { return try advised(question) } catch {
            onFailure(error)
            return nil
        }
    }

    private func advised<Answer>(_ body: () throws(JournalFailure) -> Answer) throws(MachineFailure) -> Answer {
        do throws(JournalFailure) { return try body() } catch { throw MachineFailure(error) }
    }

    func write(_ updates: [JournalUpdate]) { recorder.write(updates) }

    /// Returns when all updates of the calling thread survive the end of the process, or when one has failed.
    func flush() { recorder.flush() }

    /// The paces that hosts bear, as previous runs have learned.
    func paces() throws(MachineFailure) -> [String: HostPace] {
        try advised { () throws(JournalFailure) in try journal.paces(at: unixSeconds()) }
    }

    /// The robots.txt of hosts, as runs have read them in the last day. A run that asks for all pictures anew reads
    /// them too.
    func robots() throws(MachineFailure) -> [String: RobotsText] {
        guard !plan.refreshes else { return [:] }
        return try advised { () throws(JournalFailure) in try journal.robots(at: unixSeconds()) }
    }

    /// Returns when all updates so far, and what was learned of the hosts, are in the journal.
    func finish(_ totals: FetchTotals) throws(MachineFailure) {
        recorder.finish()
        if let failure = recorder.failure { throw MachineFailure(failure) }
        try keep(totals.paces)
        try keep(totals.robots)
        guard let endsLine = catalogueEndsLine.value, let manifest = plan.manifest, try endsLine != previousCatalogueEndsLine() else {
            return
        }
        try advised { () throws(JournalFailure) in try journal.keep(catalogueEndsLine: endsLine, of: manifest) }
    }

    /// The same of the last run that wrote this manifest; nil if nothing is known.
    func previousCatalogueEndsLine() throws(MachineFailure) -> Bool? {
        guard let manifest = plan.manifest else { return nil }
        return try advised { () throws(JournalFailure) in try journal.catalogueEndsLine(of: manifest) }
    }

    /// Takes the end of the catalogue, which `finish` records.
    func note(catalogueEndsLine endsLine: Bool) { catalogueEndsLine.change { $0 = endsLine } }

    private func keep(_ robots: [String: RobotsText]) throws(MachineFailure) {
        guard try robots != self.robots() else { return }
        try advised { () throws(JournalFailure) in try journal.keep(robots: robots) }
    }

    private func keep(_ paces: [String: HostPace]) throws(MachineFailure) {
        guard try paces != self.paces() else { return }
        try advised { () throws(JournalFailure) in try journal.keep(paces) }
    }
}

extension RunJournal {
    /// The facts of a picture, if they are trusted without looking at the picture.
    func trusted(_ recorded: RecordedPicture, isRemote: Bool, at now: Int64) -> PictureFacts? {
        guard !plan.refreshes, !recorded.isFailing, let facts = recorded.facts else { return nil }
        if isRemote, plan.retriesFailed, !recorded.hasChanged { return facts }
        return recorded.isFresh(at: now, maxAge: plan.maxAge) ? facts : nil
    }

    /// The URL to which a picture has moved, if it may be asked for there without another look at the redirects.
    func movedTo(_ record: PictureRecord, at now: Int64) -> [UInt8]? {
        guard !plan.refreshes, let move = record.move, move.isFresh(at: now) else { return nil }
        return move.address
    }

    /// The update for a file that has failed. Its last true size stays.
    func failing(_ key: PictureKey, _ failure: Failure, isKnown: Bool = true, at now: Int64) -> JournalUpdate {
        var record = (isKnown ? record(of: key) : nil) ?? PictureRecord(asked: now)
        record.fail(failure, at: now, for: key)
        return .picture(key, record)
    }

    /// Whether a picture has failed and must not be requested again yet.
    func isPaused(_ recorded: RecordedPicture, at now: Int64) -> Bool {
        recorded.isFailing && !plan.refreshes && !plan.retriesFailed && !recorded.isDue(at: now)
    }

    /// The previous failure of a picture that is paused.
    func pausedFailure(_ key: PictureKey) -> Failure? {
        guard let streak = record(of: key)?.streak else { return nil }
        let times = streak.count == 1 ? "" : " \(streak.count) times in a row"
        var failure = Failure(
            streak.failure.code, "\(streak.failure.message); it failed\(times) and is left alone until \(calendarTime(streak.retryAt))")
        failure.isPaused = true
        return failure
    }
}

/// A record of the journal for a picture, with what a run has learned of it. Indirect, because a record is large.
indirect enum JournalUpdate: Sendable {
    case picture(PictureKey, PictureRecord)
    /// Those of the picture in its last record.
    case placeholders(PictureKey, PlaceholderRecord)
}
