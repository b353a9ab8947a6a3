import Base

/// The state of one host (scheme, name and port) in a run: its limits, its answers, and the usual length of its
/// headers.
struct HostState: ~Copyable, Sendable {
    struct Allowance: Equatable, Sendable {
        /// The largest number of simultaneous transfers.
        var transfers = 8
        /// Requests a second; nil means no limit.
        var rate: Double?
        /// The longest wait in seconds that the server may ask for. If it asks for more, the host's rows fail.
        var longestPause = FetchLimits().longestRetryAfter
        var breaker = CircuitBreaker.Thresholds()
    }

    enum Start: Equatable, Sendable {
        case now
        /// Not before this millisecond.
        case at(Int64)
        case whenOneEnds
        /// Not at all: the row fails.
        case suspended(Failure)
    }

    /// The end of a request, as far as it concerns the host.
    enum RequestEnd: Equatable, Sendable {
        /// A head came, even if the body failed.
        case answered
        /// No head came, because of this fault.
        case failed(TransferFault)
        /// The request was given up before a head came.
        case abandoned
    }

    /// The number of good answers in a row after which one more transfer may run.
    private static let calmEnough = 16

    private let allowance: Allowance
    private(set) var running = 0
    private var pace: RequestPace
    private var pausedUntil: Int64 = .min
    /// The number of transfers that the server can probably serve at once, and of good answers in a row.
    private var share: Int
    private var calmAnswers = 0
    private var breaker: CircuitBreaker
    private var photographs = FirstRange()
    private var others = FirstRange(atFirst: 2 << 10)

    init(_ allowance: Allowance = Allowance()) {
        self.allowance = allowance
        share = allowance.transfers
        pace = RequestPace(perSecond: allowance.rate)
        breaker = CircuitBreaker(allowance.breaker)
    }

    /// Whether another request may start now. A request counts only after `started`.
    func mayStart(at now: ClockReading) -> Start {
        if let failure = breaker.objection(at: now) { return .suspended(failure) }
        let pause = pausedUntil > now.milliseconds ? pausedUntil - now.milliseconds : 0
        guard pause <= allowance.longestPause * 1000 else {
            return .suspended(Failure(.hostSuspended, "the host asks to wait \((pause + 999) / 1000) s"))
        }
        guard running < share, running == 0 || !breaker.isInDoubt(running: running) else { return .whenOneEnds }
        let earliest = max(pace.earliest(at: now), pausedUntil)
        return earliest > now.milliseconds ? .at(earliest) : .now
    }

    mutating func started(at now: ClockReading) -> CircuitBreaker.Ticket {
        running += 1
        pace.requested(at: now)
        return breaker.started()
    }

    /// Called for the head of an answer. A server that is too busy for one picture is too busy for all of them.
    mutating func answered(_ ticket: CircuitBreaker.Ticket, _ head: ResponseHead, at now: ClockReading) {
        let status = head.status
        let seconds = status.pausesHost ? head.retryAfter?.wait(now: now.unixSeconds) ?? 0 : 0
        pausedUntil = max(pausedUntil, now.milliseconds + seconds * 1000)
        adaptShare(isTooMuch: status.isTooManyRequests || seconds > 0)
        if status.isServerError, seconds == 0 {
            breaker.erred(ticket, status, at: now)
        } else {
            breaker.answered()
        }
    }

    /// Halves the share if the server is too busy, and lets it grow slowly later. Otherwise all pictures would come
    /// back together after the pause and use up their retries.
    private mutating func adaptShare(isTooMuch: Bool) {
        calmAnswers = isTooMuch ? 0 : calmAnswers + 1
        if isTooMuch {
            share = max(1, share / 2)
        } else if calmAnswers >= HostState.calmEnough, share < allowance.transfers {
            share += 1
            calmAnswers = 0
        }
    }

    /// Called when the transfer has ended or was released.
    mutating func ended(_ ticket: CircuitBreaker.Ticket, _ end: RequestEnd, at now: ClockReading) {
        running = max(0, running - 1)
        switch end {
        case .answered: break
        case .failed(let fault) where fault.concernsHost: breaker.stayedSilent(ticket, fault.failure, at: now)
        case .failed, .abandoned: breaker.dropped(ticket)
        }
    }

    /// The length of a picture's first range.
    func firstRange(for kind: PictureKind) -> Int { kind == .photograph ? photographs.bytes : others.bytes }

    /// Called with the end of each header that was found.
    mutating func learn(headerEnd: UInt64, of kind: PictureKind) {
        if kind == .photograph { photographs.learn(headerEnd: headerEnd) } else { others.learn(headerEnd: headerEnd) }
    }
}
