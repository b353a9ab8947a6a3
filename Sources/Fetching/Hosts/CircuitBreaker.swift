import Base

/// Stops asking a host that does not answer. After so many failures in a row it opens, and rows
/// fail without a request; after a while one request goes through as a trial, and its answer
/// closes it. A host that fails every trial is left alone for the rest of the run.
struct CircuitBreaker: Equatable, Sendable {
    struct Limits: Equatable, Sendable {
        /// Failures in a row without an answer.
        var silences = 5
        /// Server errors in a row: they answer fast, and may speak of one picture each.
        var errors = 20
        /// Milliseconds before the first trial; twice as long before each one after.
        var coolDown: Int64 = 5000
        var trials = 3
    }

    /// Which stretch of a host's life a request belongs to. What comes back from before the
    /// breaker opened says nothing about after.
    struct Ticket: Equatable, Sendable {
        fileprivate let number: Int
    }

    private let limits: Limits
    private var silences = 0
    private var errors = 0
    private var opening: Opening?
    private var ticket = Ticket(number: 0)

    private struct Opening: Equatable, Sendable {
        let failure: Failure
        var nextTrial: Int64
        var failedTrials = 0
        var isTrying = false
    }

    init(_ limits: Limits) { self.limits = limits }

    /// Why no request may be made now; nil where one may.
    func objection(at now: Moment) -> Failure? {
        guard let opening else { return nil }
        let mayTry = !opening.isTrying && opening.failedTrials < limits.trials
        return mayTry && now.milliseconds >= opening.nextTrial ? nil : opening.failure
    }

    /// Whether so many requests that run would open it if none were answered: they will tell, and
    /// until then more of them would only wait for the same silence.
    func isInDoubt(running: Int) -> Bool { opening == nil && silences > 0 && silences + running >= limits.silences }

    mutating func started() -> Ticket {
        if opening != nil {
            opening?.isTrying = true
            ticket = Ticket(number: ticket.number + 1)
        }
        return ticket
    }

    /// An answer that is none of the server's errors.
    mutating func answered() {
        silences = 0
        errors = 0
        opening = nil
    }

    /// No answer at all.
    mutating func heardNothing(of ticket: Ticket, _ failure: Failure, at now: Moment) {
        failed(ticket, count: \.silences, limit: limits.silences, at: now) { "\($0) times in a row: \(failure.message)" }
    }

    /// A server's error is an answer, but one that promises nothing for the next request.
    mutating func erred(of ticket: Ticket, status: Int, at now: Moment) {
        silences = 0
        failed(ticket, count: \.errors, limit: limits.errors, at: now) { "\($0) times in a row: it answered \(status)" }
    }

    /// A request that was given up, or failed in a way that does not speak of the host.
    mutating func learnedNothing(of ticket: Ticket) {
        if ticket == self.ticket { opening?.isTrying = false }
    }

    private mutating func failed(
        _ ticket: Ticket, count: WritableKeyPath<CircuitBreaker, Int>, limit: Int, at now: Moment,
        why: (Int) -> String
    ) {
        guard ticket == self.ticket else { return }
        self[keyPath: count] += 1
        if var open = opening {
            guard open.isTrying else { return }
            open.isTrying = false
            open.failedTrials += 1
            open.nextTrial = now.milliseconds + limits.coolDown << Int64(min(open.failedTrials, 10))
            opening = open
        } else if self[keyPath: count] >= limit {
            let failure = Failure(.hostSuspended, "the host failed \(why(self[keyPath: count]))")
            opening = Opening(failure: failure, nextTrial: now.milliseconds + limits.coolDown)
        }
    }
}
