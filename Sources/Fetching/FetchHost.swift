/// A host and the pictures that wait for it.
final class FetchHost {
    let origin: String
    var state: HostState
    var statistics = FetchStatistics()
    /// Whether it stands among those that may be asked.
    var isReady = false
    private var waiting: [WaitingPicture] = []
    /// How many of them are no longer waiting.
    private var gone = 0
    /// Those that have been begun go on before others begin.
    private var begun: [PictureJob] = []

    init(_ origin: String, _ state: consuming HostState) {
        self.origin = origin
        self.state = state
    }

    var isIdle: Bool { begun.isEmpty && gone == waiting.count }

    func append(_ picture: WaitingPicture) { waiting.append(picture) }

    func append(_ job: PictureJob) { begun.append(job) }

    func nextBegun() -> PictureJob? { begun.popLast() }

    func nextWaiting() -> WaitingPicture? {
        guard gone < waiting.count else { return nil }
        let picture = waiting[gone]
        gone += 1
        if gone == waiting.count || gone > 1024 && gone * 2 > waiting.count {
            waiting.removeFirst(gone)
            gone = 0
        }
        return picture
    }
}
