import ImageHeaders
import WeirBase

/// Fetches one picture, or only its header. This is a pure state machine: it gets events, and decides which bytes to
/// request, which answers to believe, when to wait and when to give up.
struct PictureFetch: Sendable {
    let goal: FetchGoal
    /// The number of bytes that the first request asks for. nil stands for all of a whole picture.
    let firstRange: Int?
    /// The validators of an answer to a previous run. A picture that still has them is not sent.
    let earlier: PictureValidators?
    let limits: FetchLimits
    let isInBucket: Bool
    /// How often the picture may wait for other keys of its store.
    var keyRenewals: Int
    var cost = FetchCost()
    var phase = Phase.ready
    /// The bytes that are needed next.
    var wanted = PictureFetch.firstBytes
    /// The address that is asked, as validators have it.
    var giver = PictureValidators.ownAddress
    /// Whether no answer has brought bytes of the picture.
    var isAtStart = true
    /// The validators of the picture in the answers.
    var validators = PictureValidators()
    /// Whether ranges are no longer requested.
    var asksWhole = false
    /// Whether the picture differs from the one that a previous run knew.
    var hasChanged = false
    /// Bytes that were read for a header, and bytes of ranges that the server has begun to send.
    var bytesSpent: UInt64 = 0
    /// Requests for bytes that an earlier answer did not contain.
    var laterRanges = 0
    /// The status of the last answer, or of the one that is the failure.
    var lastStatus: HTTPStatus?
    /// The max-age of the last answer.
    var maxAge: Int64?
    /// The greatest age of an answer.
    var age: Int64 = 0
    var failures = FailedRequests()
    /// How the transfer of the last answer is ended unless it goes on; nil if it has ended.
    var release: TransferRelease?
    /// The step that follows when that transfer has ended.
    private var next: FetchStep?

    enum Phase: Equatable, Sendable {
        case ready
        case asked(PictureRequest)
        // Indirect, because a head is large.
        indirect case reading(ResponseHead, BodyExtent)
        indirect case refused(ResponseHead)
        case redirecting
        case pausing
        case finished
    }

    static let firstBytes = ByteRequest(offset: 0, count: ImageHeaderReader.firstBlock)
    /// The rest of a header is near the target of a jump, and a request costs more than some KB.
    static let laterRange = 4096

    init(
        _ goal: FetchGoal, firstRange: Int? = nil, unless earlier: PictureValidators? = nil, limits: FetchLimits, isInBucket: Bool = false,
        keyRenewals: Int = 0
    ) {
        (self.goal, self.firstRange, self.earlier, self.limits) = (goal, firstRange, earlier, limits)
        (self.isInBucket, self.keyRenewals) = (isInBucket, keyRenewals)
    }

    /// Begins behind so many bytes of this version, which an earlier transfer has stored. If they reach the limit, the picture is requested
    /// anew to learn its length.
    mutating func resume(behind count: UInt64, of version: PictureValidators) {
        guard count < limits.maxBytes else { return }
        (wanted, validators, isAtStart) = (ByteRequest(offset: count, count: 1), version, false)
    }

    var isFinished: Bool { if case .finished = phase { true } else { false } }

    /// An event that does not fit the phase comes late from a released transfer, and is ignored. `random` is any
    /// number, a new one for each call.
    mutating func received(_ event: FetchEvent, at now: ClockReading, random: UInt64) -> FetchStep {
        if next != nil {
            switch event {
            case .ended, .abandoned: return next.take() ?? .wait
            default: return .wait
            }
        }
        release = nil
        let step = step(after: event, at: now, random: random)
        guard let release, !step.keepsTransfer else { return step }
        next = step
        return .release(release)
    }

    private mutating func step(after event: FetchEvent, at now: ClockReading, random: UInt64) -> FetchStep {
        // A switch over pairs of event and phase would copy both for every event of every picture.
        switch event {
        case .begin: if case .ready = phase { return ask() }
        case .woken: if case .pausing = phase { return ask() }
        case .lostTime: if case .asked(let request) = phase { return .request(request) }
        case .redirected(let refusal):
            guard case .redirecting = phase else { break }
            return refusal.map { finish($0.failureOfRedirect) } ?? ask()
        case .head(let head, let blame):
            if case .asked(let request) = phase { return answered(head, to: request, blame, at: now, random: random) }
        case .body(let reading, let left):
            if case .reading(let head, let extent) = phase { return read(reading, left, of: head, extent) }
            if case .refused(let head) = phase, case .text(let document) = reading {
                release = .reset
                return refused(head, document)
            }
        case .ended(let fault, let reading, let blame):
            if case .asked = phase {
                if case .forbiddenAddress = fault { cost.requests -= 1 }
                return failed(fault ?? .malformed("no head came"), blame, at: now, random: random)
            }
            if case .reading(let head, let extent) = phase {
                return ended(head, extent, with: fault, reading, blame, at: now, random: random)
            }
            if case .refused(let head) = phase {
                let document: [UInt8] = if case .text(let text) = reading { text } else { [] }
                return refused(head, document)
            }
        case .abandoned(var failure, let isUnsent):
            // The picture's own failure explains more than its host's.
            if failure.code == .hostSuspended, let last = failures.last { (failure, lastStatus) = last }
            if case .finished = phase { break }
            if case .asked = phase, isUnsent { cost.requests -= 1 }
            return finish(failure)
        }
        return .wait
    }

    // MARK: Requests

    /// Requests the bytes that are wanted.
    mutating func ask() -> FetchStep {
        do throws(Failure) {
            let request =
                switch goal {
                case .header: try requestForHeader()
                case .wholePicture: try requestForRest()
                case .text: requestForText()
                }
            phase = .asked(request)
            cost.requests += 1
            return .request(request)
        } catch {
            return finish(error)
        }
    }

    /// Requests bytes that the last answer did not contain.
    mutating func ask(for request: ByteRequest) -> FetchStep {
        wanted = request
        laterRanges += 1
        return ask()
    }

    /// Requests more bytes than needed, since a second request costs more than some bytes. The range never extends
    /// beyond the picture's end or the limit. Each later range is twice as long as the one before, since reading on is
    /// cheaper in a picture of many jumps.
    private func requestForHeader() throws(Failure) -> PictureRequest {
        let left = limits.maxBytes - min(limits.maxBytes, bytesSpent)
        guard left >= UInt64(isAtStart ? 1 : max(1, wanted.count)) else { throw tooLarge }
        guard laterRanges <= limits.laterRanges else {
            throw Failure(.tooLarge, "the size stands behind more than \(limits.laterRanges) jumps")
        }
        guard wanted.offset < validators.length ?? UInt64(Int64.max) else { throw truncated }
        let usual = isAtStart ? max(1, firstRange ?? 1) : PictureFetch.laterRange << min(8, max(0, laterRanges - 1))
        let count = min(UInt64(max(usual, wanted.count)), left)
        let end = min(wanted.offset + count, validators.length ?? .max)
        return PictureRequest(
            range: asksWhole ? nil : wanted.offset...(end - 1), ifRange: asksWhole || isAtStart ? nil : validators.strongETag,
            condition: condition)
    }

    private var condition: String? {
        guard !hasChanged, let earlier, earlier.giver ?? PictureValidators.ownAddress == giver else { return nil }
        return earlier.condition
    }

    /// Requests all missing bytes, or as many as are wanted next: a count of 1 stands for all. Parts are joined only if a strong
    /// tag shows that they belong to one picture.
    private mutating func requestForRest() throws(Failure) -> PictureRequest {
        guard laterRanges <= limits.laterRanges else {
            throw Failure(.contentMismatch, "the server sends the picture in more than \(limits.laterRanges) parts")
        }
        guard !asksWhole, wanted.offset > 0, let tag = validators.strongETag else {
            forget()
            let range = asksWhole ? nil : firstRange.map { 0...UInt64(max(1, $0) - 1) }
            return PictureRequest(range: range, ifRange: nil, condition: condition)
        }
        // A server cuts off what lies behind the picture's end (RFC 9110, 14.1.2).
        let (end, isBeyond) = wanted.offset.addingReportingOverflow(UInt64(wanted.count))
        let partEnd = wanted.count > 1 && !isBeyond ? end : .max
        let last = max(wanted.offset, max(1, min(partEnd, validators.length ?? .max, limits.maxBytes)) - 1)
        return PictureRequest(range: wanted.offset...last, ifRange: tag)
    }

    /// A text is short, so one that broke off is read again.
    private mutating func requestForText() -> PictureRequest {
        forget()
        return PictureRequest(range: nil, ifRange: nil, condition: nil)
    }

    /// Begins again from the start.
    mutating func forget() {
        validators = PictureValidators()
        wanted = PictureFetch.firstBytes
        isAtStart = true
    }
}
