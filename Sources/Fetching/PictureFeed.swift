import ImageHeaders

/// The feed of one picture, from its first body to its last, whichever transfers bring them.
final class PictureFeed {
    var feed: BodyFeed

    init(limits: HeaderLimits) { feed = BodyFeed(limits: limits) }
}

/// Feeds that no picture has, to be used again: a reader of headers is dear to make.
final class FeedPool {
    private let limits: HeaderLimits
    private var idle: [PictureFeed] = []

    init(limits: HeaderLimits) { self.limits = limits }

    func take() -> PictureFeed { idle.popLast() ?? PictureFeed(limits: limits) }

    func giveBack(_ feed: PictureFeed) { idle.append(feed) }
}
