import ImageHeaders

/// The feed of one picture, from its first body to its last, whichever transfers bring them.
final class PictureFeed: BodyTaking {
    private var feed: BodyFeed

    init(limits: HeaderLimits) { feed = BodyFeed(limits: limits) }

    func begin(_ place: BodyPlace, tag: String?) { feed.begin(place) }
    func push(_ piece: UnsafeRawBufferPointer) -> BodyReading { feed.push(piece) }
    func end(isComplete: Bool) -> BodyReading { feed.end(isComplete: isComplete) }
}

/// Feeds that no picture has, to be used again: a reader of headers is dear to make.
final class FeedPool {
    private let limits: HeaderLimits
    private var idle: [PictureFeed] = []

    init(limits: HeaderLimits) { self.limits = limits }

    func take() -> PictureFeed { idle.popLast() ?? PictureFeed(limits: limits) }

    func giveBack(_ feed: PictureFeed) { idle.append(feed) }
}
