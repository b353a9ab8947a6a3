import Base

/// The judgement of one host in a run. It decides when the host rests, and whether a failed request is the host's
/// failure or the picture's.
///
/// A failure counts against the picture if the host has served others in the second half of the request's life, or since
/// the picture failed before. Otherwise an outage begins, or goes on. All requests that were under way at that moment are
/// one event: only the first of them counts. The host rests, then one request tries it, and a good answer ends the outage.
/// The waiting pictures wait with it, until the patience for the host is used up and the host is dead for the rest of the
/// run.
struct HostJudgement: Equatable, Sendable {
    struct Patience: Equatable, Sendable {
        /// The milliseconds that all outages of a run may take together.
        var run: Int64 = 120_000
        /// The same for a host that has given no good answer, which is probably no host of pictures.
        var stranger: Int64 = 20_000
        /// The same if no new picture waits. Perhaps only pictures are left that can never be had.
        var withoutNew: Int64 = 10_000
        /// The first rest of an outage in milliseconds. Each later one is twice as long, up to the longest.
        var firstRest: Int64 = 250
        var longestRest: Int64 = 5000
        /// The longest rest of a stranger, or if no new picture waits.
        var longestShortRest: Int64 = 1000
        /// The time that a trial has for its answer, even if the patience ends sooner.
        var shortestTrial: Int64 = 1000
    }

    /// A request that is under way.
    struct Ticket: Equatable, Sendable {
        let picture: Int
        /// Whether the picture has failed several times, and the host was well after that.
        fileprivate let isSuspect: Bool
        fileprivate let event: Int
        let begun: Int64
        /// The milliseconds in which an answer must begin to come; nil if the request is no trial.
        let longestSilence: Int64?

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
        /// For the rest of the run.
        case dead(Failure)
    }

    /// The number of rests in an outage that costs no patience.
    private static let shortOutage = 3

    private let patience: Patience
    private(set) var state = State.untried
    /// The times of the last head and of the last good answer.
    private var lastHead = Int64.min
    private var lastSuccess = Int64.min
    /// The number of failures that counted.
    private var event = 0
    /// The number of rests in this outage; 0 if there is none.
    private(set) var rests = 0
    private var outageBegan: Int64 = 0
    private var lastOutageEnd = Int64.min
    /// The time at which the patience for this outage ends.
    private var patienceEnd: Int64 = 0
    /// The milliseconds of earlier outages.
    private var waited: Int64 = 0
    /// The picture that failed first in the outage, and whether another one failed too.
    private var firstPicture = 0
    private var hasCompany = false

    init(_ patience: Patience = Patience()) { self.patience = patience }

    /// Called for each request. `failedAt` is the time at which the picture failed last, if it has failed several times.
    mutating func started(_ picture: Int, failedAt: Int64?, at now: Int64) -> Ticket {
        var longestSilence: Int64?
        if case .resting = state {
            state = .trying
            longestSilence = max(patience.shortestTrial, patienceEnd - now)
        }
        let isSuspect = failedAt.map { $0 <= lastSuccess } ?? false
        return Ticket(picture: picture, isSuspect: isSuspect, event: event, begun: now, longestSilence: longestSilence)
    }

    /// Called for every head, which shows that the host is there.
    mutating func answered(at now: Int64) {
        lastHead = now
        if state == .untried { state = .well }
    }

    /// Called for a whole answer that is no server error.
    mutating func succeeded(at now: Int64) {
        lastSuccess = now
        if isOut {
            // Pictures that can never be had look like an outage until a trial takes one of the others.
            if rests > HostJudgement.shortOutage { waited += now - outageBegan }
            lastOutageEnd = now
            rests = 0
        }
        state = .well
    }

    /// Called for a request that failed, or was answered with a server error. A failure without a head is the picture's
    /// only if another request got a head meanwhile. `newWait` says whether pictures wait that have had no request.
    mutating func failed(_ ticket: Ticket, _ failure: Failure, hadHead: Bool, newWait: Bool, at now: Int64) -> Blame {
        if isOut, ticket.picture != firstPicture { hasCompany = true }
        guard ticket.event == event, ticket.begun > lastOutageEnd else { return .host }
        guard !isWell(during: ticket, hadHead: hadHead, at: now), isOut || !ticket.isSuspect else {
            dropped(ticket, at: now)
            return .picture
        }
        let isFirst = !isOut
        if isFirst {
            (hasCompany, firstPicture) = (false, ticket.picture)
            outageBegan = ticket.begun
        }
        if !isDead {
            event += 1
            rests += 1
            rest(after: failure, newWait: newWait, at: now)
        }
        // A picture that fails alone pays for all its failures but the first.
        return hasSucceeded && !ticket.isSuspect && (isFirst || hasCompany) ? .host : .picture
    }

    /// Whether the host has served others in the second half of the request's life; without a head, whether it has sent others one.
    func isWell(during ticket: Ticket, hadHead: Bool = true, at now: Int64) -> Bool {
        (ticket.begun + now) / 2 <= (hadHead ? lastSuccess : lastHead)
    }

    func hasServed(since time: Int64) -> Bool { time <= lastSuccess }

    /// Called for a request that was given up. It tells nothing about the host.
    mutating func dropped(_ ticket: Ticket, at now: Int64) {
        if state == .trying, ticket.event == event { state = .resting(until: now) }
    }

    private var hasSucceeded: Bool { lastSuccess != .min }

    private var isOut: Bool { rests > 0 }

    private var isDead: Bool { if case .dead = state { true } else { false } }

    private mutating func rest(after failure: Failure, newWait: Bool, at now: Int64) {
        let most = !hasSucceeded ? patience.stranger : newWait ? patience.run : waited + patience.withoutNew
        let spent = waited + now - outageBegan
        let left = min(patience.run, most) - spent
        if left > 0 {
            patienceEnd = now + left
            let longest = hasSucceeded && newWait ? patience.longestRest : patience.longestShortRest
            let rest = min(longest, patience.firstRest << Int64(min(rests - 1, 20)))
            state = .resting(until: now + min(rest, left))
        } else {
            let times = rests == 1 ? "once" : "\(rests) times"
            state = .dead(
                Failure(.hostSuspended, "the host failed \(times) in \((spent + 999) / 1000) s: \(failure.message)"))
        }
    }
}
