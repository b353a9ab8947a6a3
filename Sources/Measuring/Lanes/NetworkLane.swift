import Base
import Fetching
import Glibc
import Journals
import System

/// The network's lane: one thread that fetches. It starts with the first picture, since most runs fetch nothing.
final class NetworkLane: Sendable {
    private let settings: FetchSettings
    private let stores: BucketStores
    private let onTransfer: TransferObserver?
    private let client = Locked<NetworkClient?>(nil)
    private let state = Locked(State())
    /// The facts that rows give of their pictures, by the pictures' numbers.
    private let given = Locked<[Int32: GivenPicture]>([:])

    private struct State {
        var fetcher: Fetcher?
        var thread: Thread?
        var isCancelled = false
        var isClosed = false
    }

    init(_ settings: FetchSettings, _ stores: BucketStores, _ onTransfer: TransferObserver?) {
        (self.settings, self.stores, self.onTransfer) = (settings, stores, onTransfer)
    }

    /// The statistics of each host; known after `close`.
    var statistics: [String: FetchStatistics] { state.read { $0.fetcher?.statistics ?? [:] } }

    /// The first ranges that were learned of each host; known after `close`.
    var ranges: [String: LearnedRanges] { state.read { $0.fetcher?.ranges ?? [:] } }

    /// The paces that hosts bear, by scheme, name and port; known after `close`.
    var paces: [String: HostPace] { state.read { $0.fetcher?.paces ?? settings.paces } }

    /// The robots.txt of hosts, by scheme, name and port; known after `close`.
    var robots: [String: RobotsText] { state.read { $0.fetcher?.robots ?? settings.robots } }

    /// The number of transfers that are under way.
    var transferCount: Int { state.read { $0.fetcher?.transferCount ?? 0 } }

    func add(_ pictures: [NewPicture], of run: MeasuringRun) {
        for picture in pictures { if let given = picture.given { self.given.change { $0[picture.number] = given } } }
        do throws(MachineFailure) {
            // The keys for buckets are looked for on this thread, since the fetching thread must not wait for them.
            let stores = try stores.stores(of: pictures.lazy.map(\.name))
            try begin(run)?.add(pictures.map { ($0.number, $0.name) }, in: stores)
        } catch {
            run.ending.end(error)
        }
    }

    /// Fetches a picture once more, for its pixels.
    func fetchPixels(for job: PlaceholderJob) {
        client.read { $0 }?.fetchPixels(for: job)
        state.read { $0.fetcher }?.addFirst(FetchPicture(number: job.picture.number, url: job.picture.name))
    }

    func giveBackRoom(_ bytes: Int) {
        client.read { $0 }?.giveBackRoom(bytes)
        state.read { $0.fetcher }?.makeRoom()
    }

    private func begin(_ run: MeasuringRun) throws(MachineFailure) -> Fetcher? {
        try state.change { state throws(MachineFailure) in
            guard !state.isClosed, !state.isCancelled else { return nil }
            if let fetcher = state.fetcher { return fetcher }
            var settings = settings
            if let limit = raisedFileLimit(), !settings.fit(intoFiles: limit) {
                throw .machine("too few files may be open for the network: \(limit); ulimit -Hn raises that limit")
            }
            let client = NetworkClient(run, given)
            let fetcher = try Fetcher(settings, for: client, observer: onTransfer)
            guard let thread = Thread({ fetcher.run() }) else {
                throw .machine("the system has no thread to fetch with: \(errorText(errno))")
            }
            self.client.change { $0 = client }
            (state.fetcher, state.thread) = (fetcher, thread)
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

    /// Ends the fetching thread when its pictures are done.
    func close() {
        let (thread, fetcher) = state.change { state in
            state.isClosed = true
            return (state.thread.take(), state.fetcher)
        }
        fetcher?.close()
        thread?.join()
        stores.close()
        client.change { $0 = nil }
    }
}
