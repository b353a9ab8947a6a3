/// A host and the pictures that wait for it.
final class FetchHost {
    let origin: String
    var state: HostState
    var statistics = FetchStatistics()
    /// Whether it stands among those that may be asked.
    var isReady = false
    private var waiting = WaitingPictures()
    /// Those that have been begun go on before others begin.
    private var begun: [PictureJob] = []

    init(_ origin: String, _ state: consuming HostState) {
        self.origin = origin
        self.state = state
    }

    var isIdle: Bool { begun.isEmpty && waiting.isEmpty }

    /// Adds the pictures at those places of the order.
    func append(_ indices: Range<Int>, of order: FetchOrder) { waiting.append(indices, of: order) }

    func append(_ job: PictureJob) { begun.append(job) }

    func nextBegun() -> PictureJob? { begun.popLast() }

    func nextWaiting() -> (index: Int, order: FetchOrder)? { waiting.popFirst() }
}
