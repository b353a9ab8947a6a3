import Base
import Fetching
import Glibc
import System

/// Pictures of the network. Workers order them and wait for the outcomes. The fetching thread starts with the first
/// picture.
final class RemotePictures: Sendable {
    private let settings: FetchSettings
    private let buckets: BucketStores
    private let hear: TransferObserver?
    private let state = Locked(FetcherState())

    private struct FetcherState {
        /// nil until there is something to fetch: most runs fetch nothing.
        var fetcher: Fetcher?
        var thread: Thread?
        var isCancelled = false
        var isClosed = false
        /// The reason why pictures cannot be fetched.
        var failure: MachineFailure?
    }

    /// `hear` is called with every transfer.
    init(_ settings: FetchSettings, _ buckets: BucketStores, hear: TransferObserver? = nil) {
        self.settings = settings
        self.buckets = buckets
        self.hear = hear
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

    /// Begins to fetch; the caller can wait for the result. `moves` has the URLs to which the pictures have moved. With
    /// `mirror`, a store for each URL, whole pictures are fetched; without it only `hear` gets the validators, unless they are
    /// kept. `hear` is called for each picture at once, with its index, on the fetching thread.
    func fetch(
        _ urls: [[UInt8]], at moves: [[UInt8]?]? = nil, into mirror: [any PictureStore]? = nil,
        knowing validators: @escaping FetchOrder.Validators = { _ in nil }, keepsValidators: Bool = false, hear: (@Sendable (Int, FetchOutcome) -> Void)? = nil
    ) -> PendingPictures {
        let outcomes = Locked(PendingPictures.Outcomes(of: urls.count))
        guard !urls.isEmpty else { return PendingPictures(outcomes, of: nil) }
        let order = order(urls, at: moves, into: mirror, knowing: validators) { index, outcome in
            // A failure of the machine is told once, for the run.
            if !outcome.isOfTheMachine { hear?(index, outcome) }
            // A batch waits for its last picture, and needs no more of those that have come than their sizes.
            outcomes.take(mirror == nil && !keepsValidators ? outcome.withoutValidators : outcome, at: index)
        }
        return PendingPictures(outcomes, of: order)
    }

    /// Begins to fetch. `deliver` is called for each picture at once, with its index, on the fetching thread; before this returns
    /// if the pictures cannot be ordered, which is a failure of the run.
    @discardableResult
    func order(
        _ urls: [[UInt8]], at moves: [[UInt8]?]? = nil, into mirror: [any PictureStore]? = nil,
        knowing validators: @escaping FetchOrder.Validators = { _ in nil }, deliver: @escaping @Sendable (Int, FetchOutcome) -> Void
    ) -> FetchOrder? {
        guard let stores = stores(of: urls), let fetcher = beginFetching() else {
            for index in urls.indices { deliver(index, FetchOutcome(RemotePictures.cancellation)) }
            return nil
        }
        // A run that follows no redirect does not go where one has led.
        let moves = settings.limits.maxRedirects > 0 ? moves : nil
        let order = FetchOrder(urls, at: moves, in: stores, into: mirror, knowing: validators) { index, outcome in
            if case .failure(let failure) = outcome.result, outcome.isOfTheMachine { self.note(failure, of: urls[index]) }
            deliver(index, outcome)
        }
        fetcher.fetch(order)
        return order
    }

    /// Makes all unfinished pictures fail. Pictures with a running transfer fail after `patience` milliseconds.
    func cancel(after patience: Int64 = 0) {
        state.change { state in
            state.isCancelled = true
            state.fetcher?.cancel(RemotePictures.cancellation, after: patience)
        }
    }

    private static let cancellation = Failure(.cancelled)

    /// A picture that could not be asked for from this machine ends the run before its result is delivered.
    private func note(_ failure: Failure, of url: [UInt8]) {
        let name = shown(withoutCredentials(url))
        let advice = "ulimit -n raises the limit on files, and a smaller --concurrency needs fewer"
        // Without its proxy, no picture can be asked for.
        let message = failure.code == .proxy ? failure.message : "\(name): \(failure.message); \(advice)"
        state.change { $0.failure = $0.failure ?? .machine(message) }
    }

    /// Throws if pictures could not be ordered, or if the machine had too little to fetch them.
    func check() throws(MachineFailure) { if let failure = state.read({ $0.failure }) { throw failure } }

    /// Ends the fetching thread when all orders are done. Pictures that are ordered later are cancelled.
    func close() {
        let (thread, fetcher) = state.change { state in
            state.isClosed = true
            return (state.thread.take(), state.fetcher)
        }
        fetcher?.close()
        thread?.join()
    }

    /// The object stores of the URLs; nil if one of them cannot be asked.
    private func stores(of urls: [[UInt8]]) -> [BucketStore.Kind: BucketStore]? {
        do throws(MachineFailure) { return try buckets.stores(of: urls) } catch {
            state.change { $0.failure = $0.failure ?? error }
            return nil
        }
    }

    private func beginFetching() -> Fetcher? {
        state.change { state in
            guard !state.isClosed else { return nil }
            if state.thread == nil {
                let fetcher: Fetcher
                do throws(MachineFailure) {
                    var settings = settings
                    if let limit = raisedFileLimit(), !settings.fit(intoFiles: limit) {
                        throw .machine("too few files may be open for the network: \(limit); ulimit -Hn raises that limit")
                    }
                    fetcher = try Fetcher(settings, observer: hear)
                } catch {
                    state.failure = error
                    return nil
                }
                if state.isCancelled { fetcher.cancel(RemotePictures.cancellation) }
                state.fetcher = fetcher
                state.thread = Thread { fetcher.run() }
                if state.thread == nil {
                    state.failure = .machine("the system has no thread to fetch with: \(errorText(errno))")
                }
            }
            return state.thread == nil ? nil : state.fetcher
        }
    }
}
