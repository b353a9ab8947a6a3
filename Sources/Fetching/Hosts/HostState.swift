import Base

/// The state of one host (scheme, name and port) in a run: its limits, its judgement, its pace, and the first ranges
/// that its headers need.
struct HostState: ~Copyable, Sendable {
    struct Allowance: Equatable, Sendable {
        var transfers = PerHost.automatic(most: nil)
        /// Requests a second; nil means no limit.
        var rate: Double?
        /// The pace at the end of an earlier run.
        var pace: LearnedPace?
        /// The longest wait in seconds that the server may ask for. If it asks for more, the host's rows fail.
        var longestPause = FetchLimits().longestRetryAfter
        var patience = HostJudgement.Patience()
    }

    enum Start: Equatable, Sendable {
        case now
        /// Now, as the trial with this number of a host that rests.
        case trial(Int)
        /// Not before this millisecond.
        case at(Int64)
        case whenOneEnds
        /// Not at all: the row fails.
        case suspended(Failure)
    }

    /// A request that is under way.
    struct Ticket: Sendable {
        fileprivate let judged: HostJudgement.Ticket
        /// The milliseconds in which an answer must begin to come, if the request is a trial.
        var longestSilence: Int64? { judged.longestSilence }
        /// Whether a head has come, and whether its status already counted as a failure.
        fileprivate(set) var hasHead = false
        fileprivate var hasErred = false
    }

    /// The milliseconds without a good answer after which refusals are no longer at random.
    private static let lately: Int64 = 1000

    private let allowance: Allowance
    private(set) var running = 0
    private var pace: RequestPace
    private var transfers: TransferCount
    private var pausedUntil: Int64 = .min
    private var judgement: HostJudgement
    private var firstRanges: [PictureKind: FirstRange] = [:]
    private var price = RequestPrice()
    /// Whether the host has sent a whole picture over HTTP/1.1 where a range was requested.
    private var ignoresRanges = false

    init(_ allowance: Allowance = Allowance()) {
        self.allowance = allowance
        pace = RequestPace(perSecond: allowance.rate, after: allowance.pace)
        transfers = TransferCount(allowance.transfers)
        judgement = HostJudgement(allowance.patience)
    }

    /// The pace for a later run; nil if the host has not refused requests.
    var learnedPace: LearnedPace? { pace.learned }

    var isUntried: Bool { judgement.state == .untried }

    /// Whether another request may start now. A request counts only after `started`.
    func mayStart(at now: ClockReading) -> Start {
        let pause = pausedUntil > now.milliseconds ? pausedUntil - now.milliseconds : 0
        guard pause <= allowance.longestPause * 1000 else {
            return .suspended(Failure(.hostSuspended, "the host asks to wait \((pause + 999) / 1000) s"))
        }
        var earliest = max(pace.earliest(at: now), pausedUntil)
        var start = Start.now
        switch judgement.state {
        case .dead(let failure): return .suspended(failure)
        case .trying: return .whenOneEnds
        case .resting(let until):
            earliest = max(earliest, until)
            start = .trial(judgement.rests)
        // An address that may be no host at all takes one place only.
        case .untried: if running > 0 { return .whenOneEnds }
        case .well: if running >= transfers.count { return .whenOneEnds }
        }
        return earliest > now.milliseconds ? .at(earliest) : start
    }

    /// Called for each request. `failedAt` is the time at which the picture failed last, if it has failed several times.
    mutating func started(_ picture: Int, failedAt: Int64? = nil, at now: ClockReading) -> Ticket {
        running += 1
        pace.requested(at: now)
        transfers.started(running)
        return Ticket(judged: judgement.started(picture, failedAt: failedAt, at: now.milliseconds))
    }

    /// Called for an answer's head whose status tells nothing of this host, since the host is a proxy.
    mutating func passed(at now: ClockReading) { judgement.answered(at: now.milliseconds) }

    /// Called for the head of an answer, whose first byte came `milliseconds` after the request. A server that is too busy
    /// for one picture is too busy for all of them. `newWait` says whether pictures wait that have had no request.
    mutating func answered(
        _ ticket: inout Ticket, _ head: ResponseHead, after milliseconds: Double, newWait: Bool = true, at now: ClockReading
    ) -> HostJudgement.Blame {
        let status = head.status
        ticket.hasHead = true
        let begun = ticket.judged.begun
        judgement.answered(at: now.milliseconds)
        guard status.isBusy || status.isServerError else {
            pace.answered(begun: begun, at: now.milliseconds)
            transfers.answered(after: milliseconds, begun: begun, version: head.version, at: now.milliseconds)
            return .picture
        }
        ticket.hasErred = true
        var blame = HostJudgement.Blame.picture
        // 429 is for the client (RFC 6585, 4). 503 may concern one picture.
        let isUsual = status == 503 && pace.refusesAtRandom && judgement.hasServed(since: now.milliseconds - HostState.lately)
        let wait = status.isBusy && !isUsual ? (head.retryAfter?.wait(now: now.unixSeconds) ?? 0) * 1000 : 0
        let isWell = judgement.isWell(during: ticket.judged, at: now.milliseconds)
        let isLong = wait > allowance.patience.longestRest
        // A short time that one refusal names may be for its picture; the trial after it tells.
        let isForHost = status == 429 || !isWell && (isLong || ticket.judged.isTrial)
        if wait > 0, isForHost { pausedUntil = max(pausedUntil, now.milliseconds + wait) }
        if isUsual || wait > 0 && (isWell ? status == 429 : isLong) {
            // A server that names a long time is well until then.
            judgement.dropped(ticket.judged, at: now.milliseconds)
        } else {
            let failure = Failure(.httpStatus, "it answered \(status.code)")
            blame = judgement.failed(ticket.judged, failure, hadHead: true, newWait: newWait, at: now.milliseconds)
        }
        // A trial comes after a rest, so its refusal tells of the outage and not of the pace.
        if status.isBusy, !ticket.judged.isTrial, pace.refused(isForClient: status == 429, begun: begun, pause: pausedUntil, at: now) {
            transfers.failed(begun: begun, isClear: true, at: now.milliseconds)
        }
        return blame
    }

    /// Called when the transfer has ended, with the fault that ended it, or was given up.
    mutating func ended(
        _ ticket: Ticket, _ fault: TransferFault?, newWait: Bool = true, at now: ClockReading
    ) -> HostJudgement.Blame {
        running = max(0, running - 1)
        if ticket.hasErred { return .picture }
        guard let fault else {
            judgement.succeeded(at: now.milliseconds)
            return .picture
        }
        guard fault.concernsHost else {
            judgement.dropped(ticket.judged, at: now.milliseconds)
            return .picture
        }
        let blame = judgement.failed(
            ticket.judged, fault.failure, hadHead: ticket.hasHead, newWait: newWait, at: now.milliseconds)
        transfers.failed(begun: ticket.judged.begun, isClear: blame != .picture, at: now.milliseconds)
        return blame
    }

    /// Called when the transfer was given up. It tells nothing about the host.
    mutating func dropped(_ ticket: Ticket, at now: ClockReading) {
        running = max(0, running - 1)
        judgement.dropped(ticket.judged, at: now.milliseconds)
    }

    /// The length of a picture's first range.
    func firstRange(for kind: PictureKind) -> Int { firstRanges[kind]?.bytes ?? kind.usualBytes }

    /// Called with the end of each header that was found.
    mutating func learn(headerEnd: UInt64, of kind: PictureKind) {
        firstRanges[kind, default: FirstRange(atFirst: kind.usualBytes)].learn(headerEnd: headerEnd, price: price.bytes)
    }

    /// Called for each answer with bytes of a picture, with its times as described at `RequestPrice`.
    mutating func learn(firstByte: Double, body bytes: Int, in milliseconds: Double) {
        price.learn(firstByte: firstByte, body: bytes, in: milliseconds)
    }

    /// Called for each answer to the request for a first range, with the version of HTTP.
    mutating func answeredRange(with status: HTTPStatus, version: Int) {
        if status.meaning == .part || status.meaning == .whole { ignoresRanges = status.meaning == .whole && version == 1 }
    }

    /// The number of bytes that the host may send ahead on a new connection; nil leaves it to the system. A connection is closed
    /// if much of a picture is left behind its header, and what is on the way by then is lost. Over HTTP/2 all pictures of the
    /// host share a connection, so nothing is held back there.
    var window: Int? {
        guard ignoresRanges else { return nil }
        return firstRanges.values.reduce(HostState.leastWindow) { max($0, $1.bytes) }
    }

    /// About as much as a server sends at once on a new connection (RFC 6928).
    private static let leastWindow = 16 << 10

    /// nil if the host has sent no header.
    var learnedRanges: LearnedRanges? {
        guard let roundTrip = price.roundTrip, !firstRanges.isEmpty else { return nil }
        let ranges = firstRanges.map { LearnedRange(kind: $0.rawValue, bytes: $1.bytes, share: $1.share) }
        return LearnedRanges(
            roundTrip: roundTrip, speed: price.speed, requestPrice: price.bytes, ranges: ranges.sorted { $0.kind < $1.kind })
    }
}
