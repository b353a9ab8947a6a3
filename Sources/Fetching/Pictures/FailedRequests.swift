import WeirBase

/// The failed requests of a picture. Some are repeated without a wait, and without the loss of a retry.
struct FailedRequests: Sendable {
    enum Repetition: Equatable, Sendable { case atOnce, later, never }

    private(set) var count = 0
    /// The reason of the last failure, and the status that the server answered.
    private(set) var last: (failure: Failure, status: HTTPStatus?)?
    /// Requests that were lost with a connection that had served others, and those that took as long as they may.
    private var lostConnections = 0
    private var slowFaults = 0

    /// The time of the third failure. So many may have been the host's.
    private(set) var repeatedAt: Int64?

    /// Whether the picture itself may end the connections, which serve others better without it.
    func needNewConnection(_ limits: FetchLimits) -> Bool { lostConnections >= limits.lostConnections }

    /// Notes an error that the server answered. Returns whether and when the request is repeated.
    mutating func add(
        _ failure: Failure, _ status: HTTPStatus, _ blame: CircuitBreaker.Blame, _ limits: FetchLimits, at now: ClockReading
    ) -> Repetition {
        note(failure, status, at: now)
        return isFree(blame, limits) ? .atOnce : .later
    }

    /// Notes a request that failed with this fault. Returns whether and when it is repeated.
    mutating func add(_ fault: TransferFault, _ blame: CircuitBreaker.Blame, _ limits: FetchLimits, at now: ClockReading) -> Repetition {
        note(fault.failure, nil, at: now)
        if fault.isSlow, blame == .picture {
            // Such a request occupies a transfer for all its time. In an outage the host's rests limit their number.
            guard slowFaults < limits.slowFaults else { return .never }
            slowFaults += 1
        }
        // The server ends a connection after so many requests, or when it stops; it has not seen those behind.
        if fault == .lostConnection, lostConnections < limits.lostConnections {
            lostConnections += 1
            return .atOnce
        }
        // A request that has not reached the proxy costs no retry.
        if isFree(blame, limits) || blame == .host && fault.isOfProxy { return .atOnce }
        return fault.isTransient ? .later : .never
    }

    private mutating func note(_ failure: Failure, _ status: HTTPStatus?, at now: ClockReading) {
        (count, last) = (count + 1, (failure, status))
        if count == 3 { repeatedAt = now.milliseconds }
    }

    /// Whether the failure is the host's, whose rests and patience limit the repetitions. Without retries its requests are not repeated.
    private func isFree(_ blame: CircuitBreaker.Blame, _ limits: FetchLimits) -> Bool { blame == .host && limits.retries > 0 }
}
