import Base
import ImageHeaders

/// Fetches as much of one picture as its header needs: decides, from one event to the next, what
/// to ask, when to wait, whom to believe and when to give up. It does nothing itself.
struct PictureFetch: PictureFetching {
    let limits: FetchLimits
    /// How many bytes to ask for first.
    let firstRange: Int

    var cost = FetchCost()
    var phase = Phase.ready
    /// What the reader misses.
    var wanted = PictureFetch.firstBytes
    /// Whether nothing of the picture has been read.
    var isFresh = true
    var identity = PictureIdentity()
    /// Whether the server is not asked for ranges any more.
    var asksWhole = false
    /// Bytes of bodies that came, or are bound to.
    var bytesSpent: UInt64 = 0
    private var laterRanges = 0
    /// What the server calls the body that comes in.
    var contentType: String?
    /// What tells whether the picture is the one that is known; nil once it is another.
    private var validators: PictureValidators?

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
        /// Whether all comes from the start, until enough has been read.
        let isWhole: Bool
    }

    static let firstBytes = ByteRequest(offset: 0, count: ImageHeaderReader.firstBlock)
    /// Behind a jump the rest of a header is near; a request costs more than some KB.
    static let laterRange = 4096

    init(limits: FetchLimits, firstRange: Int, validators: PictureValidators? = nil) {
        self.limits = limits
        self.validators = validators
        self.firstRange = max(1, firstRange)
    }

    mutating func received(_ event: FetchEvent, at now: Moment, random: UInt64) -> FetchAction {
        // A pair of event and phase would be a copy of both, for every event of every picture.
        switch event {
        case .begin: if case .ready = phase { return ask() }
        case .woken: if case .pausing = phase { return ask() }
        case .redirected(let redirection):
            guard case .redirecting = phase else { break }
            return redirection == .resolved ? ask() : finish(redirection.failure, leaving: nil)
        case .head(let head):
            if case .asked(let request) = phase { return answered(head, to: request, at: now, random: random) }
        case .reading(let reading):
            if case .reading(let body) = phase { return read(reading, of: body) }
        case .ended(let fault, let reading):
            if case .asked = phase { return failed(fault ?? .malformed("no head came"), at: now, random: random) }
            if case .reading(let body) = phase { return ended(body, with: fault, reading, at: now, random: random) }
        case .abandoned(let failure): if phase != .finished { return finish(failure, leaving: leavingNow) }
        }
        return FetchAction(leaving: nil, next: .wait)
    }

    /// Asks for what is wanted, and for as much more as is likely to be needed.
    mutating func ask(leaving: FetchAction.Leaving? = nil) -> FetchAction {
        let left = limits.maxBytes - min(limits.maxBytes, bytesSpent)
        guard left >= UInt64(isFresh ? 1 : max(1, wanted.count)) else { return tooLarge(leaving: leaving) }
        guard laterRanges <= limits.laterRanges else {
            let message = "the size stands behind more than \(limits.laterRanges) jumps"
            return finish(Failure(.tooLarge, message), leaving: leaving)
        }
        guard wanted.offset < identity.total ?? UInt64(Int64.max) else { return truncated(leaving: leaving) }
        let request = PictureRequest(
            range: asksWhole ? nil : range(atMost: left), ifRange: asksWhole || isFresh ? nil : identity.strongETag,
            condition: validators?.condition)
        phase = .asked(request)
        cost.requests += 1
        return FetchAction(leaving: leaving, next: .request(request))
    }

    /// Never beyond the picture's end nor the budget. Each later range is twice as long as the
    /// one before: who jumps often will jump again, and then reading on costs less than asking.
    private func range(atMost left: UInt64) -> ClosedRange<UInt64> {
        let usual = isFresh ? firstRange : PictureFetch.laterRange << min(8, max(0, laterRanges - 1))
        let count = min(UInt64(max(usual, wanted.count)), left)
        let end = min(wanted.offset + count, identity.total ?? .max)
        return wanted.offset...(end - 1)
    }

    /// Goes on to bytes that the body at hand does not hold.
    private mutating func ask(for request: ByteRequest, leaving: FetchAction.Leaving?) -> FetchAction {
        wanted = request
        laterRanges += 1
        return ask(leaving: leaving)
    }

    // MARK: Bodies

    /// Opens the body of an answer that has been believed.
    mutating func open(_ body: OpenBody) -> FetchAction {
        if body.isWhole {
            guard isWithinBudget(wanted, of: body) else {
                return tooLarge(leaving: body.connection.leaving(body.place.length))
            }
        } else {
            bytesSpent += body.place.length ?? 0
        }
        phase = .reading(body)
        isFresh = false
        validators = nil
        return FetchAction(leaving: nil, next: .read(body.place))
    }

    private mutating func read(_ reading: BodyReading, of body: OpenBody) -> FetchAction {
        let leaving = body.connection.leaving(reading.left)
        switch reading.answer {
        case .found(let header, let end): return found(header, end: end, leaving: leaving)
        case .failed(let failure): return finish(failure.naming(contentType), leaving: leaving)
        case .wants(let request):
            settle(body)
            return ask(for: request, leaving: leaving)
        case .more(let request):
            wanted = request
            guard isWithinBudget(request, of: body) else { return tooLarge(leaving: leaving) }
            return FetchAction(leaving: nil, next: .wait)
        }
    }

    /// A header that was found in a body that broke is a header all the same.
    private mutating func ended(
        _ body: OpenBody, with fault: TransferFault?, _ reading: BodyReading, at now: Moment, random: UInt64
    ) -> FetchAction {
        switch reading.answer {
        case .found(let header, let end): return found(header, end: end, leaving: nil)
        case .failed(let failure): return finish(failure.naming(contentType), leaving: nil)
        case .wants(let request), .more(let request):
            settle(body)
            wanted = request
            let isShort = fault == nil && reading.left.map { $0 > 0 } ?? false
            if let fault = isShort ? .shortBody : fault { return failed(fault, at: now, random: random) }
            return body.place.endsPicture ? truncated(leaving: nil) : ask(for: request, leaving: nil)
        }
    }

    /// Counts what was read of a body that came from the start; ranges are counted when they open.
    private mutating func settle(_ body: OpenBody) {
        guard body.isWhole else { return }
        let (sum, overflow) = bytesSpent.addingReportingOverflow(end(of: wanted, in: body))
        bytesSpent = overflow ? .max : sum
    }

    private func isWithinBudget(_ request: ByteRequest, of body: OpenBody) -> Bool {
        guard body.isWhole else { return true }
        let (sum, overflow) = bytesSpent.addingReportingOverflow(end(of: request, in: body))
        return !overflow && sum <= limits.maxBytes
    }

    private func end(of request: ByteRequest, in body: OpenBody) -> UInt64 {
        let (end, overflow) = request.offset.addingReportingOverflow(UInt64(request.count))
        return min(overflow ? .max : end, body.place.length ?? .max)
    }

    // MARK: Ends

    /// Begins from the start a picture that has become another.
    mutating func restart(leaving: FetchAction.Leaving?) -> FetchAction {
        forget()
        guard mayRestart else { return changedTooOften(leaving: leaving) }
        return ask(leaving: leaving)
    }

    mutating func forget() {
        cost.restarts += 1
        identity = PictureIdentity()
        wanted = PictureFetch.firstBytes
        isFresh = true
    }

    private mutating func found(
        _ header: ImageHeader, end: UInt64, leaving: FetchAction.Leaving?
    ) -> FetchAction {
        phase = .finished
        let picture = FetchedPicture(
            header: header, headerEnd: end, total: identity.total, etag: identity.etag,
            lastModified: identity.lastModified, cost: cost)
        return FetchAction(leaving: leaving, next: .finish(.success(.picture(picture))))
    }

    /// The server says that the picture is the one that is known.
    mutating func unchanged(leaving: FetchAction.Leaving?) -> FetchAction {
        phase = .finished
        return FetchAction(leaving: leaving, next: .finish(.success(.unchanged)))
    }

    mutating func enter(_ rest: FetchRest) {
        phase = switch rest {
        case .redirecting: .redirecting
        case .pausing: .pausing
        case .finished: .finished
        }
    }

    mutating func truncated(leaving: FetchAction.Leaving?) -> FetchAction {
        let end = identity.total.map { "the bytes end at \($0), before the size is told" }
        return finish(Failure(.truncated, end), leaving: leaving)
    }

    private mutating func tooLarge(leaving: FetchAction.Leaving?) -> FetchAction {
        finish(Failure(.tooLarge, "the size stands behind more than \(limits.maxBytes) bytes"), leaving: leaving)
    }

    private var leavingNow: FetchAction.Leaving? {
        switch phase {
        case .asked, .reading: .reset
        case .ready, .redirecting, .pausing, .finished: nil
        }
    }
}
