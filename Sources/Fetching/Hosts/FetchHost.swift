/// A picture that a host is asked for next.
enum NextPicture {
    case begun(PictureJob)
    /// One that has had no request.
    case waiting(WaitingPictures.Picture)
}

/// A host and the pictures that wait for it.
final class FetchHost {
    let origin: String
    let lines: HostLines
    var state: HostState
    var statistics = FetchStatistics()
    /// Whether the host is in the loop's list of ready hosts.
    var isReady = false
    private var waiting = WaitingPictures()
    /// Pictures that have a next request, such as a second range. They go before the waiting pictures.
    private var begun: [PictureJob] = []
    /// Requests for robots.txt, of this host or of one that redirects here. They go before all pictures.
    private var robotsJobs: [PictureJob] = []
    var gate: RobotsGate

    init(_ origin: String, _ lines: HostLines, _ state: consuming HostState, _ gate: RobotsGate) {
        self.origin = origin
        self.lines = lines
        self.gate = gate
        self.state = state
    }

    /// Whether pictures wait that have had no request.
    var hasNew: Bool { !waiting.isEmpty }

    var isIdle: Bool { robotsJobs.isEmpty && (gate == .reading || begun.isEmpty && waiting.isEmpty) }

    /// Adds the pictures with these indices of the order.
    func append(_ indices: [Int32], of order: FetchOrder) { waiting.append(indices, of: order) }

    var hasPictures: Bool { !begun.isEmpty || !waiting.isEmpty }

    func append(_ job: PictureJob) {
        if job.robots == nil { begun.append(job) } else { robotsJobs.append(job) }
    }

    func next() -> NextPicture? {
        if gate == .reading { return robotsJobs.popLast().map(NextPicture.begun) }
        return nextBegun().map(NextPicture.begun) ?? nextWaiting().map(NextPicture.waiting)
    }

    func nextBegun() -> PictureJob? { robotsJobs.popLast() ?? begun.popLast() }

    func nextWaiting() -> WaitingPictures.Picture? { waiting.popFirst() }

    /// The picture for the trial with this number, from 1 on: in turn the last one that waits, one that has had requests, and the
    /// first one that waits. Pictures that can never be had often stand together. Of those that have had requests it is in turn the
    /// one that has failed least and the one that has waited longest, so that each has its trial.
    func next(forTrial number: Int) -> NextPicture? {
        if !robotsJobs.isEmpty { return next() }
        if number % 3 == 2 || waiting.isEmpty, !begun.isEmpty {
            let least = begun.indices.min { begun[$0].failures.count < begun[$1].failures.count }
            return .begun(begun.remove(at: number % 2 == 0 ? least ?? 0 : 0))
        }
        return (number % 3 == 1 ? waiting.popLast() : waiting.popFirst()).map(NextPicture.waiting)
    }
}
