import WeirBase

/// Decides when a host (scheme, name and port) may be asked, from what its answers have shown in this run.
///
/// Each answer goes through three rules. `CircuitBreaker` says whose failure it is, and lets a host that is out rest. `RequestPace`
/// says how many requests a second the host permits, and `TransferCount` how many at once. Beside them the host may name a time
/// itself, and its headers show how long a first range should be.
struct HostState: ~Copyable, Sendable {
    struct Allowance: Equatable, Sendable {
        var transfers = PerHost.automatic(most: nil)
        /// Requests a second; nil means no limit.
        var rate: Double?
        /// The pace at the end of a previous run.
        var pace: HostPace?
        /// The longest wait in seconds that the server may ask for. If it asks for more, the host's rows fail.
        var longestPause = FetchLimits().longestRetryAfter
        var patience = CircuitBreaker.Patience()
    }

    enum Start: Equatable, Sendable {
        case now
        /// Now, as the trial with this number of a host that rests.
        case trial(Int)
        /// Not before this millisecond.
        case at(Int64)
        case whenOneEnds
        /// Not at all: the pictures that wait fail.
        case suspended(Failure)
    }

    /// A request that is under way.
    struct Ticket: Sendable {
        fileprivate let breaker: CircuitBreaker.Ticket
        /// The milliseconds in which an answer must begin to come, if the request is a trial.
        var longestSilence: Int64? { breaker.longestSilence }
        /// Whether the status of the answer has counted as a failure.
        fileprivate var hasErred = false
    }

    /// The milliseconds without a good answer after which refusals are no longer at random.
    private static let lately: Int64 = 1000

    private let allowance: Allowance
    private(set) var running = 0
    private var breaker: CircuitBreaker
    private var pace: RequestPace
    private var transfers: TransferCount
    /// The millisecond until which the host has asked to be left alone.
    private var pausedUntil: Int64 = .min
    var ranges = FirstRanges()

    init(_ allowance: Allowance = Allowance()) {
        self.allowance = allowance
        breaker = CircuitBreaker(allowance.patience)
        pace = RequestPace(perSecond: allowance.rate, after: allowance.pace)
        transfers = TransferCount(allowance.transfers)
    }

    /// The pace for a later run; nil if the host has not refused requests.
    var learnedPace: HostPace? { pace.learned }

    var isUntried: Bool { breaker.state == .untried }

    /// Whether another request may start now. A request counts only after `started`.
    func mayStart(at now: ClockReading) -> Start {
        let pause = pausedUntil > now.milliseconds ? pausedUntil - now.milliseconds : 0
        guard pause <= allowance.longestPause * 1000 else {
            return .suspended(Failure(.hostSuspended, "the host asks to wait \((pause + 999) / 1000) s"))
        }
        var earliest = max(pace.earliest(at: now), pausedUntil)
        var start = Start.now
        switch breaker.state {
        case .dead(let failure, let until) where now.milliseconds < until: return .suspended(failure)
        case .trying: return .whenOneEnds
        case .resting(let until), .dead(_, let until):
            earliest = max(earliest, until)
            start = .trial(breaker.rests)
        // An address that may be no host at all takes one transfer only.
        case .untried: if running > 0 { return .whenOneEnds }
        case .well: if running >= transfers.count { return .whenOneEnds }
        }
        return earliest > now.milliseconds ? .at(earliest) : start
    }

    /// Called for each request. `failedAt` is the time of the picture's third failure, if there were so many.
    mutating func started(failedAt: Int64? = nil, at now: ClockReading) -> Ticket {
        running += 1
        pace.requested(at: now)
        transfers.started(running)
        return Ticket(breaker: breaker.started(failedAt: failedAt, at: now.milliseconds))
    }

    /// Called for an answer's head whose status says nothing of this host, since the host is a proxy.
    mutating func passed() { breaker.answered() }

    /// Called for the head of an answer, whose first byte came `milliseconds` after the request. `newWait` says whether pictures
    /// wait that have had no request.
    mutating func answered(
        _ ticket: inout Ticket, _ head: ResponseHead, after milliseconds: Double, newWait: Bool, at now: ClockReading
    ) -> CircuitBreaker.Blame {
        let (status, begun) = (head.status, ticket.breaker.begun)
        breaker.answered()
        guard status.isBusy || status.isServerError else {
            pace.answered(begun: begun, at: now.milliseconds)
            transfers.answered(after: milliseconds, begun: begun, version: head.version, at: now.milliseconds)
            return .picture
        }
        ticket.hasErred = true
        let blame = judge(head, to: ticket.breaker, newWait: newWait, at: now)
        // A trial comes after a rest, so its refusal says something of the outage, and nothing of the pace.
        guard status.isBusy, !ticket.breaker.isTrial else { return blame }
        if pace.refused(isForClient: status.isForClient, begun: begun, pause: pausedUntil, at: now) {
            transfers.failed(begun: begun, isClear: true, at: now.milliseconds)
        }
        return blame
    }

    /// Judges a refusal or a server error. A time that the server names is for the client with 429, and for the picture if the host
    /// serves others meanwhile. Otherwise it is for the host: at once if it is long, or as soon as a trial is refused too.
    private mutating func judge(
        _ head: ResponseHead, to ticket: CircuitBreaker.Ticket, newWait: Bool, at now: ClockReading
    ) -> CircuitBreaker.Blame {
        let time = now.milliseconds
        if head.status == 503, pace.refusesAtRandom, breaker.hasServed(since: time - HostState.lately) {
            breaker.dropped(ticket, at: time)
            return .picture
        }
        let wait = head.status.isBusy ? head.wait(now: now.unixSeconds) * 1000 : 0
        let isLong = wait > allowance.patience.longestRest
        let isForHost = head.status.isForClient || (isLong || ticket.isTrial) && !breaker.isWell(during: ticket, at: time)
        if wait > 0, isForHost {
            pausedUntil = max(pausedUntil, time + wait)
            // A server that names a long time is well until then.
            if isLong {
                breaker.dropped(ticket, at: time)
                return .picture
            }
        }
        let failure = Failure(.httpStatus, "it answered \(head.status.code)")
        return breaker.failed(ticket, failure, newWait: newWait, at: time)
    }

    /// Called when the transfer has ended, with the fault that ended it.
    mutating func ended(
        _ ticket: Ticket, _ fault: TransferFault?, newWait: Bool = true, at now: ClockReading
    ) -> CircuitBreaker.Blame {
        running -= 1
        guard !ticket.hasErred else { return .picture }
        guard let fault else {
            breaker.succeeded(at: now.milliseconds)
            return .picture
        }
        guard fault.concernsHost else {
            breaker.dropped(ticket.breaker, at: now.milliseconds)
            return .picture
        }
        let blame = breaker.failed(ticket.breaker, fault.failure, newWait: newWait, at: now.milliseconds)
        transfers.failed(begun: ticket.breaker.begun, isClear: blame == .host, at: now.milliseconds)
        return blame
    }

    /// Called when the transfer was given up. It says nothing of the host.
    mutating func dropped(_ ticket: Ticket, at now: ClockReading) {
        running -= 1
        breaker.dropped(ticket.breaker, at: now.milliseconds)
    }
}
