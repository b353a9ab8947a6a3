import Failures

/// A picture of an order that nothing has been asked for yet. A run has many of them.
struct WaitingPicture {
    let order: FetchOrder
    let index: Int
}

/// A picture that is being fetched, for the order that has asked for it.
final class PictureJob {
    let order: FetchOrder
    let index: Int
    /// The host that the row named.
    let ownHost: FetchHost
    /// Where it is asked for now, which redirects change.
    var address: WebAddress
    var host: FetchHost
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
    /// What decides: one of both.
    private var header: PictureFetch?
    private var whole: PictureDownload?
    private let clock: LoopClock

    init(_ picture: WaitingPicture, _ address: WebAddress, of host: FetchHost, limits: FetchLimits, _ clock: LoopClock) {
        (order, index, self.address) = (picture.order, picture.index, address)
        ownHost = host
        self.host = host
        kind = address.kind
        if let store = order.stores?[index] {
            storing = StoringFeed(store)
            whole = PictureDownload(limits: limits, kept: store.kept)
        } else {
            storing = nil
            header = PictureFetch(
                limits: limits, firstRange: host.state.firstRange(for: kind), validators: order.validators?[index])
        }
        self.clock = clock
    }

    var cost: FetchCost { header?.cost ?? whole?.cost ?? FetchCost() }

    /// The status that a failure tells of.
    func status(of result: Result<FetchAnswer, Failure>) -> Int? {
        guard case .failure(let failure) = result, failure.code == .httpStatus else { return nil }
        return lastStatus
    }

    /// What the picture's bodies go to, once the first has come.
    var taker: (any BodyTaking)? { storing ?? feed }

    func received(_ event: FetchEvent) -> FetchAction {
        header?.received(event, at: clock.now, random: clock.nextRandom())
            ?? whole?.received(event, at: clock.now, random: clock.nextRandom()) ?? FetchAction(leaving: nil, next: .wait)
    }
}
