/// A host and the pictures that wait for it.
final class FetchHost {
    let origin: String
    var state: HostState
    var statistics = FetchStatistics()
    /// Whether it stands among those that may be asked.
    var isReady = false
    /// Pictures that nothing has been asked for yet. A run has many of them, and rows that follow one another are mostly of
    /// one host.
    private var waiting: [WaitingPictures] = []
    /// How many of `waiting` have none left.
    private var gone = 0
    /// Those that have been begun go on before others begin.
    private var begun: [PictureJob] = []

    init(_ origin: String, _ state: consuming HostState) {
        self.origin = origin
        self.state = state
    }

    var isIdle: Bool { begun.isEmpty && gone == waiting.count }

    /// Adds the picture at that place of the order.
    func append(_ index: Int, of order: FetchOrder) {
        if waiting.isEmpty || !waiting[waiting.count - 1].take(index, of: order) {
            waiting.append(WaitingPictures(order: order, indices: index..<index + 1))
        }
    }

    func append(_ job: PictureJob) { begun.append(job) }

    func nextBegun() -> PictureJob? { begun.popLast() }

    func nextWaiting() -> (index: Int, order: FetchOrder)? {
        guard gone < waiting.count else { return nil }
        let order = waiting[gone].order
        let index = waiting[gone].indices.removeFirst()
        if waiting[gone].indices.isEmpty { gone += 1 }
        if gone > 0, gone * 2 >= waiting.count {
            waiting.removeFirst(gone)
            gone = 0
        }
        return (index, order)
    }
}

/// Pictures that follow one another in an order.
private struct WaitingPictures {
    let order: FetchOrder
    var indices: Range<Int>

    /// Answers whether the picture is the next one.
    mutating func take(_ index: Int, of order: FetchOrder) -> Bool {
        guard order === self.order, index == indices.upperBound else { return false }
        indices = indices.lowerBound..<index + 1
        return true
    }
}
