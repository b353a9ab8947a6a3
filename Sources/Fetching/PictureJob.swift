import Failures

/// A picture that is being fetched, for the order that has asked for it.
final class PictureJob {
    let order: FetchOrder
    let index: Int
    /// Where the row said that it is.
    let origin: String
    /// Where it is asked for now, which redirects change.
    var address: WebAddress
    var host: FetchHost
    /// What is to be asked as soon as the host may be.
    var request: PictureRequest?
    /// What the server answered last.
    var lastStatus: Int?
    /// Bytes of bodies that came.
    var bodyBytes = 0
    let kind: PictureKind
    /// Where its bodies go, once the first has come.
    var feed: PictureFeed?
    /// Where they go instead, if the picture is wanted whole.
    let storing: StoringFeed?
    private(set) var fetch: any PictureFetching
    private let clock: LoopClock

    init(
        _ order: FetchOrder, _ index: Int, at address: WebAddress, of host: FetchHost, limits: FetchLimits,
        _ clock: LoopClock
    ) {
        self.order = order
        self.index = index
        self.address = address
        self.host = host
        origin = address.origin
        kind = address.text.dropLast().withUnsafeBytes { PictureKind(path: $0) }
        if let store = order.stores?[index] {
            storing = StoringFeed(store)
            fetch = PictureDownload(limits: limits, kept: store.kept)
        } else {
            storing = nil
            fetch = PictureFetch(
                limits: limits, firstRange: host.state.firstRange(for: kind), validators: order.validators?[index])
        }
        self.clock = clock
    }

    /// The status that a failure tells of.
    func status(of result: Result<FetchAnswer, Failure>) -> Int? {
        guard case .failure(let failure) = result, failure.code == .httpStatus else { return nil }
        return lastStatus
    }

    /// What the picture's bodies go to, once the first has come.
    var taker: (any BodyTaking)? { storing ?? feed }

    func received(_ event: FetchEvent) -> FetchAction {
        fetch.received(event, at: clock.now, random: clock.nextRandom())
    }
}

/// A host and the pictures that wait for it.
final class FetchHost {
    let origin: String
    var state: HostState
    var statistics = FetchStatistics()
    /// Whether it stands among those that may be asked.
    var isReady = false
    private var queue: [PictureJob] = []
    private var first = 0
    /// Those that have been begun go on before others begin.
    private var begun: [PictureJob] = []

    init(_ origin: String, _ state: HostState) {
        self.origin = origin
        self.state = state
    }

    var isIdle: Bool { begun.isEmpty && first == queue.count }

    func append(_ job: PictureJob) {
        if job.fetch.cost.requests > 1 { begun.append(job) } else { queue.append(job) }
    }

    func next() -> PictureJob? { begun.popLast() ?? nextUnbegun() }

    /// The next that has not been asked for yet.
    func nextUnbegun() -> PictureJob? {
        guard first < queue.count else { return nil }
        defer {
            first += 1
            // An empty queue holds none of its pictures, which hold this host.
            if first == queue.count || first > 1024 && first * 2 > queue.count {
                queue.removeFirst(first)
                first = 0
            }
        }
        return queue[first]
    }
}
