import Fetching
import Glibc
import ImageHeaders
import Journals
import WeirBase
import WeirSystem

/// The network's lane: one thread that fetches. It starts with the first picture, since most runs fetch nothing.
final class NetworkLane: Sendable {
    private let options: FetchOptions
    private let stores: BucketStores
    private let onTransfer: TransferObserver?
    private let state = Locked(State())
    /// The facts that rows give of their pictures, by the pictures' numbers.
    private let given = Locked<[Int32: GivenPicture]>([:])

    private struct State {
        var fetcher: Fetcher?
        var client: NetworkClient?
        var thread: Thread?
        /// Those of a lane that is closed.
        var totals: FetchTotals?
        var isCancelled = false
        var isClosed = false
    }

    init(_ options: FetchOptions, _ stores: BucketStores, _ onTransfer: TransferObserver?) {
        (self.options, self.stores, self.onTransfer) = (options, stores, onTransfer)
    }

    /// Complete after `close`.
    var totals: FetchTotals { state.read { $0.totals ?? $0.fetcher?.totals ?? FetchTotals(before: options) } }

    /// The number of transfers that are under way.
    var transferCount: Int { state.read { $0.fetcher?.transferCount ?? 0 } }

    func add(_ pictures: NameBlock, _ given: [Int32: GivenPicture] = [:], of run: MeasuringRun) {
        guard pictures.count > 0 else { return }
        if !given.isEmpty { self.given.change { $0.merge(given) { $1 } } }
        do throws(MachineFailure) {
            // The keys for buckets are looked for on this thread, since the fetching thread must not wait for them.
            let stores = try stores.stores(of: pictures)
            try begin(run)?.add(pictures, in: stores)
        } catch {
            run.cancellation.cancel(error)
        }
    }

    /// Fetches a measured picture for its pixels.
    func fetchPixels(for job: PlaceholderJob, of run: MeasuringRun) {
        do throws(MachineFailure) {
            var picture = NameBlock()
            job.picture.name.withUnsafeBufferPointer { picture.append(job.picture.number, $0) }
            let stores = try stores.stores(of: picture)
            guard let fetcher = try begin(run) else { return }
            state.read { $0.client }?.fetchPixels(for: job)
            fetcher.addFirst(job.picture, in: stores)
        } catch {
            run.cancellation.cancel(error)
        }
    }

    func giveBackRoom(_ bytes: Int) {
        let (client, fetcher) = state.read { ($0.client, $0.fetcher) }
        client?.giveBackRoom(bytes)
        fetcher?.makeRoom()
    }

    private func begin(_ run: MeasuringRun) throws(MachineFailure) -> Fetcher? {
        try state.change { state throws(MachineFailure) in
            guard !state.isClosed, !state.isCancelled else { return nil }
            if let fetcher = state.fetcher { return fetcher }
            var options = options
            if let limit = raisedFileLimit(), !options.fit(intoFiles: limit) {
                throw .machine("too few files may be open for the network: \(limit); ulimit -Hn raises that limit")
            }
            let client = NetworkClient(run, given)
            let fetcher = try Fetcher(options, for: client, observer: onTransfer)
            guard let thread = Thread({ fetcher.run() }) else {
                throw .machine("the system has no thread to fetch with: \(errorText(errno))")
            }
            (state.fetcher, state.client, state.thread) = (fetcher, client, thread)
            return fetcher
        }
    }

    /// Gives up all pictures without a transfer, and all others after `patience` milliseconds.
    func cancel(after patience: Int64) {
        state.change { state in
            state.isCancelled = true
            state.fetcher?.cancel(Failure(.cancelled), after: patience)
        }
    }

    /// Ends the fetching thread when its pictures are done. The run may go then, which the client holds, and with it the journal's lock.
    func close() {
        let (thread, fetcher) = state.change { state in
            state.isClosed = true
            return (state.thread.take(), state.fetcher)
        }
        fetcher?.close()
        thread?.join()
        state.change { state in
            state.totals = fetcher?.totals
            (state.fetcher, state.client) = (nil, nil)
        }
        stores.close()
    }
}

/// The answers of a run to the fetching thread: what is recorded of a picture, and where its result goes.
final class NetworkClient: FetchClient {
    private let run: MeasuringRun
    private let given: Locked<[Int32: GivenPicture]>
    private let shared = Locked(Shared())

    private struct Shared {
        /// The pictures that are to be fetched for their pixels.
        var jobs: [Int32: PlaceholderJob] = [:]
        /// The bytes that pictures in memory may still take.
        var room = NetworkClient.room
    }

    /// The most that pictures in memory take together. A larger one is fetched alone.
    private static let room = 32 << 20
    /// The room for a picture whose server does not report its length. A longer one is fetched again.
    private static let usualRoom = 4 << 20

    init(_ run: MeasuringRun, _ given: Locked<[Int32: GivenPicture]>) { (self.run, self.given) = (run, given) }

    func fetchPixels(for job: PlaceholderJob) { shared.change { $0.jobs[job.picture.number] = job } }

    func giveBackRoom(_ bytes: Int) { shared.change { $0.room += bytes } }

    // MARK: On the fetching thread

    func terms(of picture: Picture) -> (any FetchTerms)? {
        if let job = shared.read({ $0.jobs[picture.number] }) { return terms(of: job) }
        return inquiry(for: picture, part: run.mirror.map { PartialPicture(picture.name, in: $0) })
    }

    /// nil if there is no room for the picture.
    private func terms(of job: PlaceholderJob) -> PixelStore? {
        let longest = Int(clamping: run.plan.fetching.limits.maxBytes)
        let most = job.facts.bytes.map { Int(clamping: $0) } ?? (job.isLong ? longest : NetworkClient.usualRoom)
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
        return PixelStore(job, movedTo: run.movedTo(job.picture), most: most, limits: run.plan.fetching.headers)
    }

    private func inquiry(for picture: Picture, part: PartialPicture? = nil) -> RemoteInquiry {
        let given = given.change { $0.isEmpty ? nil : $0.removeValue(forKey: picture.number) }
        return run.inquiry(for: picture, given: given, part: part)
    }

    func fetched(_ picture: Picture, _ outcome: FetchOutcome, _ terms: (any FetchTerms)?) {
        let part = (terms as? RemoteInquiry)?.part
        guard outcome.failure?.code != .cancelled else {
            part?.leave(after: Failure(.cancelled))
            return
        }
        if let failure = outcome.failure, failure.isOfTheMachine { return run.cancellation.cancel(failure.reason(for: picture.name)) }
        if let store = terms as? PixelStore { return fetched(store, outcome) }
        // Its host was given up while it waited to be fetched for its pixels.
        if terms == nil, let job = shared.change({ $0.jobs.removeValue(forKey: picture.number) }), let failure = outcome.failure {
            return run.finish(job, nil, failure)
        }
        let inquiry = terms as? RemoteInquiry ?? inquiry(for: picture)
        if let part {
            if case .success(.some) = outcome.result {
                part.noteLength(outcome.validators)
                return run.decode(.keep(ArrivedPicture(picture: picture, part: part, inquiry: inquiry, outcome: outcome)))
            }
            if let failure = outcome.failure { part.leave(after: failure) } else { part.discard() }
        }
        finish(picture, inquiry, outcome)
    }

    private func fetched(_ store: PixelStore, _ outcome: FetchOutcome) {
        var job = store.job
        if store.isTooLong, !job.isLong {
            run.giveBackRoom(job.room)
            (job.room, job.isLong) = (0, true)
            return run.fetchPixels(for: job)
        }
        if let failure = outcome.failure { return run.finish(job, nil, failure) }
        job.content = store.content
        run.decode(.placeholders(job))
    }

    private func finish(_ picture: Picture, _ inquiry: RemoteInquiry, _ outcome: FetchOutcome) {
        run.journal?.write([inquiry.update(outcome, at: unixSeconds())].compactMap { $0 })
        run.complete(picture, inquiry.result(of: outcome, picture))
    }
}

extension Failure {
    /// The end of a run that cannot ask for a picture from this machine.
    fileprivate func reason(for url: [UInt8]) -> MachineFailure {
        // Without its proxy, no picture can be asked for.
        if code == .proxy { return .machine(message) }
        return .machine(
            "\(shown(url)): \(message); ulimit -n raises the limit on files, and fewer requests at a time need fewer")
    }
}
