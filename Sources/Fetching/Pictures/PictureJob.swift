import WeirBase

/// A picture while it is fetched.
final class PictureJob {
    let picture: QueuedPicture
    let terms: FetchTerms
    /// The current address, which redirects change.
    private(set) var address: WebAddress
    private(set) var host: FetchHost
    /// The picture's own address, if it is asked for first where it has moved.
    let original: WebAddress?
    /// Scheme, name and port of the host that the row names.
    private let originalOrigin: String
    /// Whether all redirects so far were permanent. Addresses with a password are not remembered.
    private var movesPermanently: Bool
    /// The end of the permanent redirects from the row's address, as far as no other redirect came before.
    private var permanentAddress: WebAddress?
    /// The request to make as soon as the host permits one.
    var request: PictureRequest?
    /// The edition of the keys with which the last request was signed.
    var keyEdition = 0
    /// Whether the request was made twice because the program was suspended.
    var wasAskedAgain = false
    /// The requests of an earlier attempt at another address; nil for the first attempt.
    let earlier: FetchCost?
    /// The number of body bytes that have come.
    var bodyBytes = 0
    /// The kind of picture, guessed from the URL that is asked first.
    let kind: PictureKind
    /// The sink of the picture's store; nil if the bodies go to a reader of headers.
    let storeSink: StoreSink?
    var headerSink: HeaderSink?
    /// The sink of a robots.txt, and the host that it is for; nil for a picture.
    let robots: (sink: RobotsSink, host: FetchHost)?
    private var fetch: PictureFetch

    /// `original` is the picture's own address, if `address` is another one.
    init(
        _ picture: QueuedPicture, _ terms: FetchTerms, at address: WebAddress, _ host: FetchHost, original: WebAddress? = nil,
        after earlier: FetchCost? = nil, limits: FetchLimits
    ) {
        (self.picture, self.terms, self.address, self.host, self.original) = (picture, terms, address, host, original)
        self.earlier = earlier
        originalOrigin = original?.origin ?? address.origin
        permanentAddress = original.map { _ in address }
        movesPermanently = !address.hasCredentials && address.store == nil
        kind = address.kind
        robots = nil
        let goal: FetchGoal
        if let store = terms.store {
            storeSink = StoreSink(store)
            goal = .wholePicture(kept: store.kept, validators: terms.validators, firstRange: store.firstRange)
        } else {
            storeSink = nil
            goal = .header(firstRange: host.state.ranges.bytes(for: kind), validators: terms.validators)
        }
        fetch = PictureFetch(goal, limits: limits, isInBucket: address.store != nil, keyRenewals: address.store?.renewsKeys == true ? 1 : 0)
    }

    /// A job for the robots.txt of a host. Pictures of it wait for the rules.
    init(robotsOf host: FetchHost, at address: WebAddress, limits: FetchLimits) {
        (self.address, self.host) = (address, host)
        (picture, terms, original, earlier) = (QueuedPicture(number: -1, url: []), FetchTerms(), nil, nil)
        (originalOrigin, permanentAddress, movesPermanently) = (host.origin, nil, false)
        (kind, storeSink) = (address.kind, nil)
        robots = (RobotsSink(), host)
        var limits = limits
        limits.maxRedirects = PictureJob.robotsRedirects
        fetch = PictureFetch(.text, limits: limits)
    }

    /// RFC 9309, 2.3.1.2.
    private static let robotsRedirects = 5

    var sink: (any BodySink)? { robots?.sink ?? storeSink ?? headerSink }

    var failures: FailedRequests { fetch.failures }

    var redirects: Int { fetch.cost.redirects }

    /// Whether the picture waits for its store to get other keys than those that it has refused.
    private(set) var awaitsKeys = false

    /// Looks for other keys, and has the store get them if there are none.
    func awaitKeys() {
        awaitsKeys = address.store?.has(keyEdition) ?? false
        if awaitsKeys { address.store?.refuse(keyEdition) }
    }

    /// Whether the host may get the user's lines. A robots.txt is for everybody, and rows name no robots.txt.
    var isAtOwnHost: Bool { robots == nil && host.origin == originalOrigin }

    /// Whether no server has chosen the address.
    var isAtOwnAddress: Bool { original == nil && redirects == 0 }

    /// Moves the picture to the address of a redirect.
    func move(to address: WebAddress, at host: FetchHost, isPermanent: Bool) {
        if robots == nil { self.host.target = host }
        (self.address, self.host) = (address, host)
        movesPermanently = movesPermanently && isPermanent && !address.hasCredentials
        if movesPermanently { permanentAddress = address }
    }

    /// The URL at which a later run may ask for the picture at once; nil if that is the row's.
    var movedTo: [UInt8]? { permanentAddress?.bytes }

    /// Whether the picture is asked for at its own address after this outcome: if it has failed where it had moved, or once if it
    /// was refused behind a redirect, whose signature may have expired.
    func isRetriedAtOriginal(after outcome: FetchOutcome) -> Bool {
        guard case .failure(let failure) = outcome.result, failure.code != .cancelled, !failure.isOfTheMachine else { return false }
        if original != nil { return true }
        return earlier == nil && redirects > 0 && HTTPStatus(outcome.status ?? 0).mayConcernAsker
    }

    func received(_ event: FetchEvent, at clock: LoopClock) -> FetchAction {
        fetch.received(event, at: clock.now, random: clock.nextRandom())
    }
}
