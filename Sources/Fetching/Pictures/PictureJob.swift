/// A picture that is being fetched, for the order that has asked for it.
final class PictureJob {
    let order: FetchOrder
    let index: Int
    /// Where it is asked for now, which redirects change.
    private(set) var address: WebAddress
    private(set) var host: FetchHost
    /// The host that the row named.
    private let ownHost: FetchHost
    /// What is to be asked as soon as the host may be.
    var request: PictureRequest?
    /// Whether the request was made twice because the program was stopped.
    var wasAskedAgain = false
    /// Bytes of bodies that came.
    var bodyBytes = 0
    /// Judged by the URL of the row.
    let kind: PictureKind
    /// Where its bodies go: into its store, or, once the first has come, to the reader of its header.
    let storeFeed: StoreFeed?
    var headerFeed: HeaderFeed?
    private var fetch: PictureFetch

    init(_ index: Int, of order: FetchOrder, _ address: WebAddress, at host: FetchHost, limits: FetchLimits) {
        (self.order, self.index, self.address, self.host, ownHost) = (order, index, address, host, host)
        kind = address.kind
        let goal: FetchGoal
        if let store = order.stores?[index] {
            storeFeed = StoreFeed(store)
            goal = .wholePicture(kept: store.kept)
        } else {
            storeFeed = nil
            goal = .header(firstRange: host.state.firstRange(for: kind), known: order.validators?[index])
        }
        fetch = PictureFetch(goal, limits: limits)
    }

    var sink: (any BodySink)? { storeFeed ?? headerFeed }

    var isAtOwnHost: Bool { host === ownHost }

    /// A redirect leads to another address.
    func move(to address: WebAddress, at host: FetchHost) { (self.address, self.host) = (address, host) }

    func received(_ event: FetchEvent, at clock: LoopClock) -> FetchAction {
        fetch.received(event, at: clock.now, random: clock.nextRandom())
    }
}
