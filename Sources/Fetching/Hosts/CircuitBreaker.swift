import Base

/// Stops asking a host that does not answer. After a number of failures in a row it opens, and rows
/// fail without a request. After a while one request goes through as a trial, and an answer to it
/// closes the breaker. A host that fails every trial is left alone for the rest of the run.
struct CircuitBreaker: Equatable, Sendable {
    struct Thresholds: Equatable, Sendable {
        /// Requests in a row without an answer.
        var silences = 5
        /// Server errors in a row: they come fast, and each may be of one picture only.
        var errors = 20
        /// Milliseconds before the first trial; twice as long before each one after.
        var coolDown: Int64 = 5000
        var trials = 3
    }

    /// Given to a request when it starts and shown when it ends. A ticket expires when a trial starts, so that the results of earlier
    /// requests do not count for the trial.
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

    /// Why no request may be made now; nil if one may.
    func objection(at now: ClockReading) -> Failure? {
        guard let opening else { return nil }
        let mayTry = !opening.isTrying && opening.failedTrials < thresholds.trials
        return mayTry && now.milliseconds >= opening.nextTrial ? nil : opening.failure
    }

    /// Whether the running requests would open it if none were answered. More requests would then only wait for the same
    /// silence.
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

    /// An answer came that is no server error.
    mutating func answered() {
        silences = 0
        errors = 0
        opening = nil
    }

    /// No answer came at all.
    mutating func stayedSilent(_ ticket: Ticket, _ failure: Failure, at now: ClockReading) {
        failed(ticket, count: \.silences, limit: thresholds.silences, at: now) { "\($0) times in a row: \(failure.message)" }
    }

    /// A server error came. It is an answer, but does not show that the next request will succeed.
    mutating func erred(_ ticket: Ticket, _ status: HTTPStatus, at now: ClockReading) {
        silences = 0
        failed(ticket, count: \.errors, limit: thresholds.errors, at: now) { "\($0) times in a row: it answered \(status.code)" }
    }

    /// The request was given up, or failed for a reason that is not the host's.
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
