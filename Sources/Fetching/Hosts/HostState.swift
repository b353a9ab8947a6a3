import Base

/// What is known of one host (scheme, name and port) in a run: how much may be asked of it now,
/// whether it lives, and what its pictures are like.
struct HostState: ~Copyable, Sendable {
    struct Limits: Equatable, Sendable {
        /// Transfers at a time.
        var transfers = 8
        /// Requests a second; nil is as many as can be.
        var rate: Double?
        /// Seconds that a server may ask to wait; rows of a host that asks for more fail.
        var longestPause = FetchLimits().longestRetryAfter
        var breaker = CircuitBreaker.Limits()
    }

    enum Start: Equatable, Sendable {
        case now
        /// Not before that millisecond.
        case at(Int64)
        case whenOneEnds
        /// Not at all, for this row.
        case suspended(Failure)
    }

    /// What a request came to, as far as it tells of the host.
    enum Outcome: Equatable, Sendable {
        /// A head had come, whatever became of the body.
        case answered
        /// No head came, because of that.
        case failed(TransferFault)
        /// It was given up before.
        case abandoned
    }

    private static let calmEnough = 16

    private let limits: Limits
    private(set) var running = 0
    private var pace: RequestPace
    private var pausedUntil: Int64 = .min
    /// Transfers at a time that the server seems to bear, and how many answers have shown so.
    private var share: Int
    private var calmAnswers = 0
    private var breaker: CircuitBreaker
    /// Whether a range was answered with a range; nil until one was answered at all.
    private(set) var answersRanges: Bool?
    /// The version of HTTP that it speaks; 0 is not known.
    private(set) var version = 0
    private var photographs = FirstRange()
    private var others = FirstRange(atFirst: 2 << 10)

    init(_ limits: Limits = Limits()) {
        self.limits = limits
        share = limits.transfers
        pace = RequestPace(perSecond: limits.rate)
        breaker = CircuitBreaker(limits.breaker)
    }

    /// Whether one more request may be made; it is counted when it has `started`.
    func mayStart(at now: Moment) -> Start {
        if let failure = breaker.objection(at: now) { return .suspended(failure) }
        let pause = pausedUntil > now.milliseconds ? pausedUntil - now.milliseconds : 0
        guard pause <= limits.longestPause * 1000 else {
            return .suspended(Failure(.hostSuspended, "the host asks to wait \((pause + 999) / 1000) s"))
        }
        guard running < share, running == 0 || !breaker.isInDoubt(running: running) else { return .whenOneEnds }
        let earliest = max(pace.earliest(at: now), pausedUntil)
        return earliest > now.milliseconds ? .at(earliest) : .now
    }

    mutating func started(at now: Moment) -> CircuitBreaker.Ticket {
        running += 1
        pace.requested(at: now)
        return breaker.started()
    }

    /// The head of an answer has come. A server that is too busy says so to one picture and means
    /// all.
    mutating func answered(
        _ ticket: CircuitBreaker.Ticket, _ head: ResponseHead, toRange: Bool, at now: Moment
    ) {
        version = head.version
        if toRange, head.status == 200 || head.status == 206 { answersRanges = head.status == 206 }
        let isBusy = head.status == 429 || head.status == 503
        let seconds = isBusy ? head.retryAfter?.wait(now: now.unixSeconds) ?? 0 : 0
        pausedUntil = max(pausedUntil, now.milliseconds + seconds * 1000)
        adaptShare(isTooMuch: head.status == 429 || seconds > 0)
        if head.status >= 500, head.status < 600, seconds == 0 {
            breaker.erred(of: ticket, status: head.status, at: now)
        } else {
            breaker.answered()
        }
    }

    /// Who was told that it is too much asks half as much, and more again by and by. Otherwise all
    /// would come back together when the wait is over, and be refused until none has a retry left.
    private mutating func adaptShare(isTooMuch: Bool) {
        calmAnswers = isTooMuch ? 0 : calmAnswers + 1
        if isTooMuch {
            share = max(1, share / 2)
        } else if calmAnswers >= HostState.calmEnough, share < limits.transfers {
            share += 1
            calmAnswers = 0
        }
    }

    /// The transfer is over, or was left.
    mutating func ended(_ ticket: CircuitBreaker.Ticket, _ outcome: Outcome, at now: Moment) {
        running = max(0, running - 1)
        switch outcome {
        case .answered: break
        case .failed(let fault) where fault.concernsHost: breaker.heardNothing(of: ticket, fault.failure, at: now)
        case .failed, .abandoned: breaker.learnedNothing(of: ticket)
        }
    }

    /// How many bytes to ask for first.
    func firstRange(for kind: PictureKind) -> Int { kind == .photograph ? photographs.bytes : others.bytes }

    /// A header was found, and ended there.
    mutating func learn(headerEnd: UInt64, of kind: PictureKind) {
        if kind == .photograph { photographs.learn(headerEnd: headerEnd) } else { others.learn(headerEnd: headerEnd) }
    }
}
