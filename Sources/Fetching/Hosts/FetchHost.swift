/// A picture that a host is asked for next.
enum NextPicture {
    case begun(PictureJob)
    /// One that has had no request.
    case waiting(WaitingPictures.Picture)
}

/// A host and the pictures that wait for it.
final class FetchHost {
    let origin: String
    var state: HostState
    var statistics = FetchStatistics()
    /// Whether the host is in the loop's list of ready hosts.
    var isReady = false
    private var waiting = WaitingPictures()
    /// Pictures that have a next request, such as a second range. They go before the waiting pictures.
    private var begun: [PictureJob] = []

    init(_ origin: String, _ state: consuming HostState) {
        self.origin = origin
        self.state = state
    }

    /// Whether pictures wait that have had no request.
    var hasNew: Bool { !waiting.isEmpty }

    var isIdle: Bool { begun.isEmpty && waiting.isEmpty }

    /// Adds the pictures with these indices of the order.
    func append(_ indices: Range<Int>, of order: FetchOrder) { waiting.append(indices, of: order) }

    func append(_ job: PictureJob) { begun.append(job) }

    func next() -> NextPicture? { nextBegun().map(NextPicture.begun) ?? nextWaiting().map(NextPicture.waiting) }

    func nextBegun() -> PictureJob? { begun.popLast() }

    func nextWaiting() -> WaitingPictures.Picture? { waiting.popFirst() }

    /// The picture for the trial with this number, from 1 on: in turn the last one that waits, the one that has failed
    /// least, and the first one that waits. Pictures that can never be had often stand together.
    func next(forTrial number: Int) -> NextPicture? {
        if number % 3 == 2 || waiting.isEmpty, let best = begun.indices.min(by: { begun[$0].failures.count < begun[$1].failures.count }) {
            return .begun(begun.remove(at: best))
        }
        return (number % 3 == 1 ? waiting.popLast() : waiting.popFirst()).map(NextPicture.waiting)
    }
}
