import Base
import ImageHeaders

/// Fetches one picture whole, and goes on where it was broken off if the server's tag vouches
/// that the picture is still the same. It does nothing itself.
struct PictureDownload: PictureFetching {
    let limits: FetchLimits
    var cost = FetchCost()
    private(set) var phase = Phase.ready
    /// How many bytes are stored, from the picture's first on.
    private(set) var position: UInt64
    private var identity: PictureIdentity
    /// Whether the server is not asked for parts any more.
    private var asksWhole = false
    /// Parts that were shorter than what was asked for.
    private var shortParts = 0

    enum Phase: Equatable, Sendable {
        case ready
        case asked(PictureRequest)
        case reading(OpenBody)
        case redirecting
        case pausing
        case finished
    }

    /// A body that comes in.
    struct OpenBody: Equatable, Sendable {
        let place: BodyPlace
        let connection: ConnectionHabit
        let contentType: String?
    }

    /// Where more is kept than may be fetched, the server is asked anew how long the picture is.
    init(limits: FetchLimits, kept: KeptPart?) {
        self.limits = limits
        let kept = kept.flatMap { $0.count < limits.maxBytes ? $0 : nil }
        position = kept?.count ?? 0
        identity = PictureIdentity(total: kept?.total, etag: kept?.tag)
    }

    mutating func received(_ event: FetchEvent, at now: Moment, random: UInt64) -> FetchAction {
        switch (event, phase) {
        case (.begin, .ready), (.woken, .pausing), (.redirected(.resolved), .redirecting): return ask()
        case (.redirected(let redirection), .redirecting): return finish(redirection.failure, leaving: nil)
        case (.head(let head), .asked(let request)): return answered(head, to: request, at: now, random: random)
        case (.reading(let reading), .reading(let body)): return read(reading, of: body)
        case (.ended(let fault, _), .asked):
            return failed(fault ?? .malformed("no head came"), at: now, random: random)
        case (.ended(let fault, let reading), .reading(let body)):
            return ended(body, with: fault, reading, at: now, random: random)
        case (.abandoned(let failure), _) where phase != .finished: return finish(failure, leaving: leavingNow)
        default: return FetchAction(leaving: nil, next: .wait)
        }
    }

    /// Asks for what is missing, or, where the parts might be of two pictures, for all.
    mutating func ask(leaving: FetchAction.Leaving? = nil) -> FetchAction {
        if asksWhole || identity.strongETag == nil { forget() }
        // A server cuts off what lies behind the picture's end (RFC 9110, 14.1.2).
        let end = max(position, min(identity.total ?? .max, limits.maxBytes) - 1)
        let request = PictureRequest(
            range: position == 0 ? nil : position...end, ifRange: position == 0 ? nil : identity.strongETag)
        phase = .asked(request)
        cost.requests += 1
        return FetchAction(leaving: leaving, next: .request(request))
    }

    private mutating func forget() {
        position = 0
        identity = PictureIdentity()
    }

    mutating func enter(_ rest: FetchRest) {
        phase = switch rest {
        case .redirecting: .redirecting
        case .pausing: .pausing
        case .finished: .finished
        }
    }

    private var leavingNow: FetchAction.Leaving? {
        switch phase {
        case .asked, .reading: .reset
        case .ready, .redirecting, .pausing, .finished: nil
        }
    }

    // MARK: Heads

    private mutating func answered(
        _ head: ResponseHead, to request: PictureRequest, at now: Moment, random: UInt64
    ) -> FetchAction {
        let leaving = ConnectionHabit(head).leaving(bodyLength(of: head))
        switch head.status {
        case 200, 203, 206:
            guard head.isIdentity else { return mismatch("the server compresses what was asked for as it is", leaving) }
            guard head.contentLength != .unreadable else { return mismatch("the server's Content-Length is not a length", leaving) }
            return head.status == 206 ? part(head, of: request, leaving) : whole(head, to: request, leaving)
        case 301, 302, 303, 307, 308: return follow(head, leaving: leaving)
        case 416 where request.range != nil:
            asksWhole = true
            return restart(leaving: leaving)
        case 408, 425, 429, 500, 502...504, 506...599:
            return unavailable(head, leaving, at: now, random: random)
        default: return finish(Failure(.httpStatus, "the server answered \(head.status)"), leaving: leaving)
        }
    }

    /// The picture from its start, asked for or not: a server may pass over a range.
    private mutating func whole(
        _ head: ResponseHead, to request: PictureRequest, _ leaving: FetchAction.Leaving?
    ) -> FetchAction {
        let total = head.contentLength.bytes
        if request.ifRange != nil, head.strongETag != request.ifRange || identity.contradicts(head, total: total) {
            cost.restarts += 1
            guard mayRestart else { return changedTooOften(leaving: leaving) }
        }
        forget()
        identity.learn(head, total: total)
        return open(
            BodyPlace(offset: 0, length: total, total: total, endsPicture: true, isFresh: true), head, leaving)
    }

    private mutating func part(
        _ head: ResponseHead, of request: PictureRequest, _ leaving: FetchAction.Leaving?
    ) -> FetchAction {
        let part: ServedPart
        do throws(ServedPart.Mismatch) {
            part = try ServedPart(head, of: request.range)
        } catch {
            return mismatch(error.message, leaving)
        }
        if identity.contradicts(head, total: part.total) { return restart(leaving: leaving) }
        identity.learn(head, total: part.total)
        guard let total = identity.total else {
            // Nobody knows then which part is the last.
            asksWhole = true
            return restart(leaving: leaving)
        }
        return open(
            BodyPlace(offset: part.first, length: part.length, total: total, endsPicture: total == part.last + 1, isFresh: false),
            head, leaving)
    }

    private mutating func open(
        _ place: BodyPlace, _ head: ResponseHead, _ leaving: FetchAction.Leaving?
    ) -> FetchAction {
        if place.total == 0 { return finish(Failure(.empty), leaving: leaving) }
        guard place.total ?? 0 <= limits.maxBytes else { return tooLarge(place.total, leaving: leaving) }
        phase = .reading(
            OpenBody(place: place, connection: ConnectionHabit(head), contentType: head.contentType))
        return FetchAction(leaving: nil, next: .read(place))
    }

    /// Begins from the start a picture that has become another, or that cannot be had in parts.
    private mutating func restart(leaving: FetchAction.Leaving?) -> FetchAction {
        cost.restarts += 1
        forget()
        guard mayRestart else { return changedTooOften(leaving: leaving) }
        return ask(leaving: leaving)
    }

    private mutating func tooLarge(_ total: UInt64?, leaving: FetchAction.Leaving?) -> FetchAction {
        let size = total.map { "the picture has \($0) bytes, which is" } ?? "the picture has"
        return finish(Failure(.tooLarge, "\(size) more than \(limits.maxBytes) bytes"), leaving: leaving)
    }

    // MARK: Bodies

    private mutating func read(_ reading: BodyReading, of body: OpenBody) -> FetchAction {
        let leaving = body.connection.leaving(reading.left)
        switch reading.answer {
        case .found(let header, let end): return found(header, end: end, leaving: leaving)
        case .failed(let failure): return finish(failure.naming(body.contentType), leaving: leaving)
        case .wants(let request), .more(let request):
            position = request.offset
            guard position <= limits.maxBytes else { return tooLarge(nil, leaving: leaving) }
            return FetchAction(leaving: nil, next: .wait)
        }
    }

    private mutating func ended(
        _ body: OpenBody, with fault: TransferFault?, _ reading: BodyReading, at now: Moment, random: UInt64
    ) -> FetchAction {
        switch reading.answer {
        case .found(let header, let end): return found(header, end: end, leaving: nil)
        case .failed(let failure): return finish(failure.naming(body.contentType), leaving: nil)
        case .wants(let request), .more(let request):
            position = request.offset
            let isShort = fault == nil && reading.left.map { $0 > 0 } ?? false
            if let fault = isShort ? .shortBody : fault { return failed(fault, at: now, random: random) }
            // A server may send less than it was asked for, but not byte by byte.
            shortParts += 1
            guard shortParts <= limits.laterRanges else {
                return mismatch("the server sends the picture in more than \(limits.laterRanges) parts", nil)
            }
            return ask()
        }
    }

    private mutating func found(
        _ header: ImageHeader, end: UInt64, leaving: FetchAction.Leaving?
    ) -> FetchAction {
        phase = .finished
        let picture = FetchedPicture(
            header: header, headerEnd: end, total: end, etag: identity.etag, lastModified: identity.lastModified,
            cost: cost)
        return FetchAction(leaving: leaving, next: .finish(.success(.picture(picture))))
    }
}
