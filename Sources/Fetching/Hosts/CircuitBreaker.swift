import Base

/// Stops requests to a host that does not answer. After a number of failures in a row the breaker opens, and rows fail
/// without a request. After a while one request goes through as a trial, and an answer to it closes the breaker. A host
/// that fails every trial is left alone for the rest of the run.
struct CircuitBreaker: Equatable, Sendable {
    struct Thresholds: Equatable, Sendable {
        /// The number of requests in a row without an answer that opens the breaker.
        var silences = 5
        /// The number of server errors in a row that opens the breaker. This number is larger, because errors come fast
        /// and each may concern one picture only.
        var errors = 20
        /// Milliseconds before the first trial; the time doubles before each later trial.
        var coolDown: Int64 = 5000
        var trials = 3
    }

    /// A ticket is given to a request when it starts and is shown when it ends. The ticket expires when a trial
    /// starts, so that results of earlier requests do not count for the trial.
    struct Ticket: Equatable, Sendable {
        fileprivate let number: Int
    }

    private let thresholds: Thresholds
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

    init(_ thresholds: Thresholds) { self.thresholds = thresholds }

    /// The reason why no request may be made now; nil if one may.
    func objection(at now: ClockReading) -> Failure? {
        guard let opening else { return nil }
        let mayTry = !opening.isTrying && opening.failedTrials < thresholds.trials
        return mayTry && now.milliseconds >= opening.nextTrial ? nil : opening.failure
    }

    /// Whether the breaker would open if none of the running requests were answered. More requests would then only
    /// wait for the same host in vain.
    func isInDoubt(running: Int) -> Bool {
        opening == nil && silences > 0 && silences + running >= thresholds.silences
    }

    mutating func started() -> Ticket {
        if opening != nil {
            opening?.isTrying = true
            ticket = Ticket(number: ticket.number + 1)
        }
        return ticket
    }

    /// Called for an answer that is no server error.
    mutating func answered() {
        silences = 0
        errors = 0
        opening = nil
    }

    /// Called when no answer came.
    mutating func stayedSilent(_ ticket: Ticket, _ failure: Failure, at now: ClockReading) {
        failed(ticket, count: \.silences, limit: thresholds.silences, at: now) { "\($0) times in a row: \(failure.message)" }
    }

    /// Called for a server error. The host has answered, but the next request may fail too.
    mutating func erred(_ ticket: Ticket, _ status: HTTPStatus, at now: ClockReading) {
        silences = 0
        failed(ticket, count: \.errors, limit: thresholds.errors, at: now) { "\($0) times in a row: it answered \(status.code)" }
    }

    /// Called when the request was given up, or failed for a reason that is not the host's.
    mutating func dropped(_ ticket: Ticket) {
        if ticket == self.ticket { opening?.isTrying = false }
    }

    private mutating func failed(
        _ ticket: Ticket, count: WritableKeyPath<CircuitBreaker, Int>, limit: Int, at now: ClockReading,
        why: (Int) -> String
    ) {
        guard ticket == self.ticket else { return }
        self[keyPath: count] += 1
        if var open = opening {
            guard open.isTrying else { return }
            open.isTrying = false
            open.failedTrials += 1
            open.nextTrial = now.milliseconds + thresholds.coolDown << Int64(min(open.failedTrials, 10))
            opening = open
        } else if self[keyPath: count] >= limit {
            let failure = Failure(.hostSuspended, "the host failed \(why(self[keyPath: count]))")
            opening = Opening(failure: failure, nextTrial: now.milliseconds + thresholds.coolDown)
        }
    }
}
