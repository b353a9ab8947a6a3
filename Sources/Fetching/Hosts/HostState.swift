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

    var hasSucceeded: Bool { breaker.hasSucceeded }

    /// Whether another request may start now. A request counts only after `started`.
    func mayStart(at now: ClockReading) -> Start {
        let pause = max(pausedUntil, now.milliseconds) - now.milliseconds
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

    /// Called for the head of an answer, whose first byte came `milliseconds` after the request. `waiting` is the number of pictures
    /// that wait; nil if some of them have had no request.
    mutating func answered(
        _ ticket: inout Ticket, _ head: ResponseHead, after milliseconds: Double, waiting: Int?, at now: ClockReading
    ) -> CircuitBreaker.Blame {
        let (status, begun) = (head.status, ticket.breaker.begun)
        breaker.answered()
        guard status.isBusy || status.isServerError else {
            pace.answered(begun: begun, at: now.milliseconds)
            transfers.answered(after: milliseconds, begun: begun, version: head.version, at: now.milliseconds)
            return .picture
        }
        ticket.hasErred = true
        let blame = judge(head, to: ticket.breaker, left: waiting.map { $0 + running }, at: now)
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
        _ head: ResponseHead, to ticket: CircuitBreaker.Ticket, left: Int?, at now: ClockReading
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
        // A refusal right behind a good answer is no outage. The pace is slower from now on.
        if head.status.isBusy, wait == 0 || !isForHost, !ticket.isTrial, breaker.hasServed(since: time - allowance.patience.firstRest) {
            breaker.dropped(ticket, at: time)
            return .picture
        }
        let failure = Failure(.httpStatus, "it answered \(head.status.code)")
        return breaker.failed(ticket, failure, left: left, at: time)
    }

    /// Called when the transfer has ended, with the fault that ended it. `waiting` is as for `answered`.
    mutating func ended(
        _ ticket: Ticket, _ fault: TransferFault?, waiting: Int? = nil, at now: ClockReading
    ) -> CircuitBreaker.Blame {
        defer { running -= 1 }
        guard !ticket.hasErred else { return .picture }
        guard let fault else {
            breaker.succeeded(at: now.milliseconds)
            return .picture
        }
        guard fault.concernsHost else {
            breaker.dropped(ticket.breaker, at: now.milliseconds)
            return .picture
        }
        let blame = breaker.failed(ticket.breaker, fault.failure, left: waiting.map { $0 + running }, at: now.milliseconds)
        transfers.failed(begun: ticket.breaker.begun, isClear: blame == .host, at: now.milliseconds)
        return blame
    }

    /// Called when the transfer was given up. It says nothing of the host.
    mutating func dropped(_ ticket: Ticket, at now: ClockReading) {
        running -= 1
        breaker.dropped(ticket.breaker, at: now.milliseconds)
    }
}

/// Decides whether a host is out, and whether a failed request is the host's failure or the picture's.
///
/// - A failure beside good answers is the picture's: the host has served others in the second half of the request's life.
/// - Any other failure begins an outage. The host rests, and then one request tries it. All requests that were under way when
///   the host failed are one failure.
/// - An outage costs no picture its retries. It ends with a good answer, or when the host's patience is used up.
/// - A picture pays all the same before the first good answer of a host, which may be none. It also pays if it has failed
///   three times and the host has served others since then.
struct CircuitBreaker: Equatable, Sendable {
    /// Milliseconds.
    struct Patience: Equatable, Sendable {
        /// The time that all outages of a run may take together. Then the host is dead for the rest of the run.
        var run: Int64 = 120_000
        /// The same for a host that has given no good answer.
        var stranger: Int64 = 20_000
        /// The time that one outage may take for each picture that is left, once all have had a request. A few are perhaps those that
        /// can never be had, so they fail, and the next new one tries the host. Many show that it is the host.
        var forEachLeft: Int64 = 10_000
        /// The first rest of an outage. Each later one is twice as long, up to the longest.
        var firstRest: Int64 = 250
        var longestRest: Int64 = 5000
        /// The time that a trial has for its answer, even if the patience ends sooner.
        var shortestTrial: Int64 = 1000
    }

    /// A request that is under way.
    struct Ticket: Equatable, Sendable {
        let begun: Int64
        /// The milliseconds in which an answer must begin to come, if the request finds out whether an outage is over.
        let longestSilence: Int64?
        /// Whether the picture has failed several times, and the host was well after that.
        fileprivate let isSuspect: Bool
        fileprivate let event: Int

        var isTrial: Bool { longestSilence != nil }
    }

    enum Blame: Equatable, Sendable {
        case picture
        case host
    }

    enum State: Equatable, Sendable {
        /// No answer has come so far.
        case untried
        case well
        case resting(until: Int64)
        /// One request finds out whether the outage is over.
        case trying
        /// The pictures that wait fail. A later one tries the host again.
        case dead(Failure, until: Int64)
    }

    /// The number of rests in an outage that costs no patience. Pictures that can never be had look like an outage until a trial
    /// takes one of the others.
    private static let shortOutage = 3

    private let patience: Patience
    private(set) var state = State.untried
    private var lastSuccess = Int64.min
    /// The number of failures that counted.
    private var event = 0
    private var lastOutageEnd = Int64.min
    /// The number of rests in this outage; 0 if there is none.
    private(set) var rests = 0
    /// The milliseconds of rests and failed requests in this outage, and in the earlier ones.
    private var time: Int64 = 0
    private var earlierTime: Int64 = 0
    /// The milliseconds of patience that are left for the next trial.
    private var timeForTrial: Int64 = 0

    init(_ patience: Patience = Patience()) { self.patience = patience }

    /// Called for each request. `failedAt` is the time of the picture's third failure, if there were so many.
    mutating func started(failedAt: Int64?, at now: Int64) -> Ticket {
        if isOut { state = .trying }
        return Ticket(
            begun: now, longestSilence: isOut ? timeForTrial : nil, isSuspect: failedAt.map { $0 <= lastSuccess } ?? false, event: event)
    }

    /// Called for every head, which shows that the host is there.
    mutating func answered() {
        if state == .untried { state = .well }
    }

    /// Called for a whole answer that is no server error.
    mutating func succeeded(at now: Int64) {
        lastSuccess = now
        if isOut {
            if rests > CircuitBreaker.shortOutage { earlierTime += time }
            (rests, time, lastOutageEnd) = (0, 0, now)
        }
        state = .well
    }

    /// Called for a request that failed, or was answered with a server error. `left` is the number of pictures that the host still has
    /// to send; nil if some of them have had no request.
    mutating func failed(_ ticket: Ticket, _ failure: Failure, left: Int?, at now: Int64) -> Blame {
        guard ticket.event == event, ticket.begun > lastOutageEnd else { return ticket.isSuspect ? .picture : .host }
        guard !isWell(during: ticket, at: now), isOut || !ticket.isSuspect else {
            dropped(ticket, at: now)
            return .picture
        }
        event += 1
        rests += 1
        time += now - ticket.begun
        rest(after: failure, left: left, at: now)
        return hasSucceeded && !ticket.isSuspect ? .host : .picture
    }

    /// Whether the host has served others in the second half of the request's life.
    func isWell(during ticket: Ticket, at now: Int64) -> Bool { (ticket.begun + now) / 2 <= lastSuccess }

    func hasServed(since time: Int64) -> Bool { time <= lastSuccess }

    /// Called for a request that was given up. It says nothing of the host.
    mutating func dropped(_ ticket: Ticket, at now: Int64) {
        if state == .trying, ticket.event == event { state = .resting(until: now) }
    }

    var hasSucceeded: Bool { lastSuccess != .min }

    private var isOut: Bool { rests > 0 }

    private mutating func rest(after failure: Failure, left pictures: Int?, at now: Int64) {
        let most = !hasSucceeded ? patience.stranger : pictures.map { patience.forEachLeft * Int64($0) } ?? patience.run
        let left = min(patience.run - earlierTime, most) - time
        // A silent request takes long to fail, so no host is given up before a trial has failed too.
        guard left > 0 || rests == 1 else {
            let spent = earlierTime + time
            let reason = "the host failed \(rests) times in \((spent + 999) / 1000) s: \(failure.message)"
            let mayReturn = hasSucceeded && spent < patience.run
            state = .dead(Failure(.hostSuspended, reason), until: mayReturn ? now + patience.firstRest : .max)
            return
        }
        let rest = min(patience.longestRest, patience.firstRest << Int64(min(rests - 1, 20)), max(left, patience.firstRest))
        state = .resting(until: now + rest)
        time += rest
        timeForTrial = max(patience.shortestTrial, left - rest)
    }
}
