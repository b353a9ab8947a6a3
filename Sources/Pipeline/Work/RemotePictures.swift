import Base
import Fetching
import System

/// Pictures of the network. Workers hand over what they meet and wait for what came of it; the
/// thread that fetches begins with the first picture.
public final class RemotePictures: Sendable {
    private let settings: FetchSettings
    private let hear: TransferHearer?
    private let state = Locked(State())

    private struct State {
        /// nil until there is something to fetch: most runs have nothing.
        var fetcher: Fetcher?
        var thread: Thread?
        var isCancelled = false
        var willWait: @Sendable () -> Void = {}
    }

    /// `hear` is told of every transfer.
    public init(_ settings: FetchSettings, hear: TransferHearer? = nil) {
        self.settings = settings
        self.hear = hear
    }

    /// Who fetches mostly waits: so many batches may be under way at once, lest a picture that takes
    /// its time holds up the others.
    public static let waitingThreads = 16

    /// `body` is called by whoever is about to wait for pictures.
    public func onWait(_ body: @escaping @Sendable () -> Void) { state.change { $0.willWait = body } }

    /// What each host has been asked, once all is closed.
    public var statistics: [String: FetchStatistics] { state.read { $0.fetcher?.statistics ?? [:] } }

    /// Begins to fetch; the answer can be waited for. With stores, for each URL one, the pictures
    /// are fetched whole. `hear` is told of each picture at once, by its index; that happens on the
    /// thread that fetches.
    public func fetch(
        _ urls: [[UInt8]], into stores: [any PictureStore]? = nil, knowing validators: [PictureValidators?]? = nil,
        hear: (@Sendable (Int, FetchOutcome) -> Void)? = nil
    ) -> PendingPictures {
        let outcomes = PendingOutcomes(urls.count, willWait: state.read { $0.willWait })
        guard !urls.isEmpty else { return PendingPictures(outcomes, of: nil) }
        guard let fetcher = beginFetching() else {
            let failure = Failure(.cancelled, "the system has no thread to fetch with")
            for index in urls.indices { outcomes.take(FetchOutcome(failure), at: index) }
            return PendingPictures(outcomes, of: nil)
        }
        let order = FetchOrder(urls, into: stores, knowing: validators) { index, outcome in
            hear?(index, outcome)
            outcomes.take(outcome, at: index)
        }
        fetcher.fetch(order)
        return PendingPictures(outcomes, of: order)
    }

    /// All pictures that are not done fail; those that are under way after so many milliseconds.
    public func cancel(after patience: Int64 = 0) {
        state.change { state in
            state.isCancelled = true
            state.fetcher?.cancel(RemotePictures.cancellation, after: patience)
        }
    }

    /// How long a run that is asked to end waits for what is under way: it is to have ended a second
    /// after the signal, and has to keep what it learned before.
    static let lastPatience: Int64 = 600

    private static let cancellation = Failure(.cancelled)

    /// Ends the thread, when everything that was asked for is done.
    public func close() {
        let (thread, fetcher) = state.change { state in
            // It holds what others are to close after this.
            state.willWait = {}
            return (state.thread.take(), state.fetcher)
        }
        fetcher?.close()
        thread?.join()
    }

    private func beginFetching() -> Fetcher? {
        state.change { state in
            if state.thread == nil {
                let fetcher = Fetcher(settings, hear: hear)
                if state.isCancelled { fetcher.cancel(RemotePictures.cancellation) }
                state.fetcher = fetcher
                state.thread = Thread { fetcher.run() }
            }
            return state.thread == nil ? nil : state.fetcher
        }
    }
}

/// Pictures that are being fetched.
public struct PendingPictures: Sendable {
    private let outcomes: PendingOutcomes
    /// Held to the end by the worker that has made it: the thread that fetches has no time to give back its memory.
    private let order: FetchOrder?

    fileprivate init(_ outcomes: PendingOutcomes, of order: FetchOrder?) {
        self.outcomes = outcomes
        self.order = order
    }

    /// Waits until all have been found or have failed.
    public func wait() -> [FetchOutcome] { outcomes.wait() }
}

/// What became of the pictures of an order, as far as it is known.
private struct PendingOutcomes: Sendable {
    private struct State {
        var outcomes: [FetchOutcome]
        var missing: Int
    }

    private let state: Locked<State>
    private let willWait: @Sendable () -> Void

    init(_ count: Int, willWait: @escaping @Sendable () -> Void) {
        self.willWait = willWait
        let unknown = FetchOutcome(Failure(.cancelled))
        state = Locked(State(outcomes: Array(repeating: unknown, count: count), missing: count))
    }

    func take(_ outcome: FetchOutcome, at index: Int) {
        let isLast = state.change { state in
            state.outcomes[index] = outcome
            state.missing -= 1
            return state.missing == 0
        }
        // Who waits has no use for less than all.
        if isLast { state.announce { _ in } }
    }

    func wait() -> [FetchOutcome] {
        if state.read({ $0.missing > 0 }) { willWait() }
        return state.wait(until: { $0.missing == 0 }) { $0.outcomes }
    }
}
