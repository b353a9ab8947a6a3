import Base
import Fetching
import ImageHeaders
import Journals
import System

/// What the run knows of the pictures that the fetching thread asks for.
///
/// `@unchecked Sendable`: all but `shared` is used on the fetching thread alone.
final class NetworkClient: FetchClient, @unchecked Sendable {
    private let run: MeasuringRun
    private let given: Locked<[Int32: GivenPicture]>
    /// The pictures under way.
    private var asked: [Int32: Asked] = [:]
    private let shared = Locked(Shared())

    private enum Asked {
        case header(RemoteInquiry)
        case whole(RemoteInquiry, PartialPicture)
        case pixels(PlaceholderJob, PixelStore)
    }

    private struct Shared {
        /// The pictures that are to be fetched for their pixels.
        var jobs: [Int32: PlaceholderJob] = [:]
        /// The bytes that pictures in memory may still take.
        var room = NetworkClient.room
    }

    /// The most that pictures in memory take together. A larger one is fetched alone.
    private static let room = 32 << 20
    /// The room for a picture whose server does not report its length.
    private static let usualRoom = 4 << 20

    init(_ run: MeasuringRun, _ given: Locked<[Int32: GivenPicture]>) { (self.run, self.given) = (run, given) }

    func fetchPixels(for job: PlaceholderJob) { shared.change { $0.jobs[job.picture.number] = job } }

    func giveBackRoom(_ bytes: Int) { shared.change { $0.room += bytes } }

    // MARK: On the fetching thread

    func terms(of picture: FetchPicture) -> FetchTerms? {
        if let job = shared.read({ $0.jobs[picture.number] }) { return terms(of: job) }
        let inquiry = inquiry(for: picture)
        let terms = FetchTerms(known: inquiry.validators, movedTo: inquiry.movedTo)
        guard let mirror = run.mirror else {
            asked[picture.number] = .header(inquiry)
            return terms
        }
        let part = PartialPicture(picture.url, in: mirror)
        asked[picture.number] = .whole(inquiry, part)
        return FetchTerms(known: terms.known, movedTo: terms.movedTo, store: part)
    }

    /// nil if there is no room for the picture.
    private func terms(of job: PlaceholderJob) -> FetchTerms? {
        let most = job.facts.bytes > 0 ? Int(clamping: job.facts.bytes) : NetworkClient.usualRoom
        let room = min(most, NetworkClient.room)
        let hasRoom = shared.change { shared in
            guard shared.room >= room else { return false }
            shared.room -= room
            shared.jobs[job.picture.number] = nil
            return true
        }
        guard hasRoom else { return nil }
        var job = job
        job.room = room
        let store = PixelStore(job.facts, most: most, limits: run.plan.fetching.headers)
        asked[job.picture.number] = .pixels(job, store)
        return FetchTerms(movedTo: run.movedTo(job.picture), store: store)
    }

    private func inquiry(for picture: FetchPicture) -> RemoteInquiry {
        run.inquiry(for: picture, given: given.change { $0.isEmpty ? nil : $0.removeValue(forKey: picture.number) })
    }

    func fetched(_ picture: FetchPicture, _ outcome: FetchOutcome) {
        let asked = asked.removeValue(forKey: picture.number)
        guard outcome.failure?.code != .cancelled else {
            if case .whole(_, let part) = asked { part.leave(after: Failure(.cancelled)) }
            return
        }
        if let failure = outcome.failure, failure.isOfTheMachine { return run.ending.end(failure.ending(of: picture.url)) }
        let named = RunPicture(picture.number, url: picture.url)
        switch asked {
        case .pixels(var job, let store):
            job.source = outcome.failure.map { .unread($0) } ?? .content(store.content)
            run.decode(.placeholders(job))
        case .whole(let inquiry, let part):
            if case .success(.picture(let fetched)) = outcome.result {
                part.noteLength(fetched.validators)
                return run.decode(.keep(FetchedPart(picture: named, part: part, inquiry: inquiry, outcome: outcome)))
            }
            if let failure = outcome.failure { part.leave(after: failure) } else { part.discard() }
            finish(named, inquiry, outcome)
        case .header(let inquiry): finish(named, inquiry, outcome)
        case nil: finish(named, inquiry(for: picture), outcome)
        }
    }

    private func finish(_ picture: RunPicture, _ inquiry: RemoteInquiry, _ outcome: FetchOutcome) {
        run.journal?.record([inquiry.update(outcome, at: unixSeconds())].compactMap { $0 })
        run.addPlaceholders(to: picture, inquiry.result(of: outcome))
    }
}

extension FetchOutcome {
    var failure: Failure? { if case .failure(let failure) = result { failure } else { nil } }
}

extension Failure {
    /// The end of a run that cannot ask for a picture from this machine.
    fileprivate func ending(of url: [UInt8]) -> MachineFailure {
        // Without its proxy, no picture can be asked for.
        if code == .proxy { return .machine(message) }
        return .machine(
            "\(shown(withoutCredentials(url))): \(message); ulimit -n raises the limit on files, and fewer requests at a time need fewer")
    }
}
