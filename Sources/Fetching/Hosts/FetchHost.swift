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

    var isIdle: Bool { begun.isEmpty && waiting.isEmpty }

    /// Adds the pictures with these indices of the order.
    func append(_ indices: Range<Int>, of order: FetchOrder) { waiting.append(indices, of: order) }

    func append(_ job: PictureJob) { begun.append(job) }

    func nextBegun() -> PictureJob? { begun.popLast() }

    func nextWaiting() -> (index: Int, order: FetchOrder)? { waiting.popFirst() }
}
