import Base

/// A picture that is being fetched, for the order that has asked for it.
final class PictureJob {
    let order: FetchOrder
    let index: Int
    /// Where it is asked for now, which redirects change.
    private(set) var address: WebAddress
    private(set) var host: FetchHost
    /// Whether it is the host that the row named.
    private(set) var isOwnHost = true
    /// What is to be asked as soon as the host may be.
    var request: PictureRequest?
    /// Whether the request was made twice because the program was stopped.
    var wasAskedAgain = false
    /// What the server answered last.
    var lastStatus: Int?
    /// Bytes of bodies that came.
    var bodyBytes = 0
    /// What the row's URL lets one expect.
    let kind: PictureKind
    /// Where its bodies go, once the first has come.
    var feed: PictureFeed?
    /// Where they go instead, if the picture is wanted whole.
    let storing: StoringFeed?
    /// What decides, unless the picture is wanted whole.
    private var header: PictureFetch
    private var whole: PictureDownload?

    init(_ index: Int, of order: FetchOrder, _ address: WebAddress, at host: FetchHost, limits: FetchLimits) {
        (self.order, self.index, self.address, self.host) = (order, index, address, host)
        kind = address.kind
        header = PictureFetch(
            limits: limits, firstRange: host.state.firstRange(for: kind), validators: order.validators?[index])
        let store = order.stores?[index]
        storing = store.map { StoringFeed($0) }
        whole = store.map { PictureDownload(limits: limits, kept: $0.kept) }
    }

    var cost: FetchCost { whole?.cost ?? header.cost }

    /// The status that a failure tells of.
    func status(of result: Result<FetchAnswer, Failure>) -> Int? {
        guard case .failure(let failure) = result, failure.code == .httpStatus else { return nil }
        return lastStatus
    }

    /// What the picture's bodies go to, once the first has come.
    var taker: (any BodyTaking)? { storing ?? feed }

    /// The server has sent it elsewhere.
    func move(to address: WebAddress, at host: FetchHost) {
        (self.address, self.host) = (address, host)
        guard case .success(let own) = order.addresses[index] else { return }
        isOwnHost = address.origin == own.origin
    }

    func received(_ event: FetchEvent, at clock: LoopClock) -> FetchAction {
        let (now, random) = (clock.now, clock.nextRandom())
        return whole?.received(event, at: now, random: random) ?? header.received(event, at: now, random: random)
    }
}
