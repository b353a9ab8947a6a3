import WeirBase

/// A picture while it is fetched.
final class PictureJob {
    let picture: Picture
    /// nil for a robots.txt.
    let terms: (any FetchTerms)?
    /// The address that the row names.
    let own: WebAddress
    /// Whether the picture was asked for first where it has moved, and not at its own address.
    private let beganElsewhere: Bool
    /// The current address, which redirects change.
    private(set) var address: WebAddress
    private(set) var host: FetchHost
    /// Whether all redirects so far were permanent. Addresses with a password are not remembered.
    private var movesPermanently: Bool
    /// The end of the permanent redirects from the row's address, as far as no other redirect came before.
    private var permanentAddress: WebAddress?
    /// The request to make as soon as the host permits one.
    var request: PictureRequest?
    /// The transfer of that request, while libcurl has it.
    var transfer: Transfer?
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
    /// Takes the bodies of the picture; nil until there is one for a reader of headers.
    var sink: (any BodySink)?
    /// The host whose robots.txt this is; nil for a picture.
    let robots: FetchHost?
    var fetch: PictureFetch

    /// `moved` is the address to which the picture has moved, if it is asked for there first.
    init(
        _ picture: Picture, _ terms: any FetchTerms, at own: WebAddress, moved: WebAddress? = nil, _ host: FetchHost,
        after earlier: FetchCost? = nil, limits: FetchLimits
    ) {
        let address = moved ?? own
        (self.picture, self.terms, self.own, self.address, self.host) = (picture, terms, own, address, host)
        (beganElsewhere, permanentAddress, self.earlier) = (moved != nil, moved, earlier)
        movesPermanently = !address.hasCredentials && address.store == nil
        kind = address.kind
        robots = nil
        let store = terms.store
        sink = store.map { StoreSink($0) }
        fetch = PictureFetch(
            store == nil ? .header : .wholePicture, firstRange: store == nil ? host.state.ranges.bytes(for: kind) : store?.firstRange,
            unless: terms.validators, limits: limits, isInBucket: address.store != nil,
            keyRenewals: address.store?.renewsKeys == true ? 1 : 0)
        fetch.giver = giver
        if let store, let version = store.kept { fetch.resume(behind: store.count, of: version) }
    }

    /// The current address as validators have it. The journal may keep no signature of a redirect, but its hash.
    private var giver: Int64 {
        guard address != own else { return PictureValidators.ownAddress }
        return withoutSignature(address.bytes).withUnsafeBytes {
            Int64(bitPattern: UInt64(SHA256.hexDigest(of: $0).prefix(16), radix: 16) ?? 1)
        }
    }

    /// A job for the robots.txt of a host. Pictures of it wait for the rules.
    init(robotsOf host: FetchHost, at address: WebAddress, limits: FetchLimits) {
        (own, self.address, self.host, robots) = (address, address, host, host)
        (picture, terms, earlier) = (Picture(-1, []), nil, nil)
        (beganElsewhere, permanentAddress, movesPermanently) = (false, nil, false)
        (kind, sink) = (address.kind, TextSink.robots())
        var limits = limits
        limits.maxRedirects = PictureJob.robotsRedirects
        fetch = PictureFetch(.text, limits: limits)
    }

    /// RFC 9309, 2.3.1.2.
    private static let robotsRedirects = 5

    var redirects: Int { fetch.cost.redirects }

    /// Whether the picture waits for its store to get other keys than those that it has refused.
    private(set) var awaitsKeys = false

    /// Looks for other keys, and has the store get them if there are none.
    func awaitKeys() {
        awaitsKeys = address.store?.has(keyEdition) ?? false
        if awaitsKeys { address.store?.refuse(keyEdition) }
    }

    /// Whether the host may get the user's lines. A robots.txt is for everybody, and rows name no robots.txt.
    var isAtOwnHost: Bool { robots == nil && host.origin == own.origin }

    /// Whether no server has chosen the address.
    var isAtOwnAddress: Bool { !beganElsewhere && redirects == 0 }

    /// The fault of a connection to this address; nil if the rules allow it.
    func objection(to address: InternetAddress, by rules: AddressRules) -> TransferFault? {
        guard !self.address.isNamedByUser, let kind = rules.objection(to: address, of: self.address.host) else { return nil }
        return .forbiddenAddress(kind, redirect: isAtOwnAddress ? nil : self.address.host)
    }

    /// Moves the picture to the address of a redirect.
    func move(to address: WebAddress, at host: FetchHost, isPermanent: Bool) {
        if robots == nil { self.host.target = host }
        (self.address, self.host) = (address, host)
        fetch.giver = giver
        movesPermanently = movesPermanently && isPermanent && address.isOpen(besides: own)
        if movesPermanently { permanentAddress = address }
    }

    /// The URL at which a later run may ask for the picture at once; nil if that is the row's.
    var movedTo: [UInt8]? { permanentAddress?.bytes }

    /// Whether the picture is asked for at its own address after this outcome: if it has failed where it had moved, or once if it
    /// was refused behind a redirect, whose signature may have expired.
    func isRetriedAtOwnAddress(after outcome: FetchOutcome) -> Bool {
        guard case .failure(let failure) = outcome.result, failure.code != .cancelled, !failure.isOfTheMachine else { return false }
        if beganElsewhere { return true }
        return earlier == nil && redirects > 0 && HTTPStatus(outcome.status ?? 0).mayConcernAsker
    }
}

/// The address that stays the same when it is signed anew. A signed one is known by its path.
private func withoutSignature(_ address: [UInt8]) -> [UInt8] {
    guard let mark = address.firstIndex(of: UInt8(ascii: "?")) else { return address }
    let names = address[(mark + 1)...].split(separator: UInt8(ascii: "&")).map { member in
        String(decoding: member.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self).lowercased()
    }
    return names.contains(where: signatures.contains) ? Array(address[..<mark]) : address
}

private let signatures: Set<String> = ["x-amz-signature", "x-goog-signature", "signature", "sig"]
