import Base

/// The failed requests of a picture. Some are repeated without a wait, and without the loss of a retry.
struct FailedRequests: Sendable {
    enum Repetition: Equatable, Sendable { case atOnce, later, never }

    private(set) var count = 0
    /// The reason of the last failure.
    private(set) var last: Failure?
    private var lastTime: Int64 = 0
    /// The number of the host's outages that the picture has met, and the last of them.
    private var outages = 0
    private var lastOutage = 0
    /// Requests that were lost with a connection that had served others, and those that took as long as they may.
    private var lostConnections = 0
    private var slowFaults = 0

    /// The time of the last failure, if there were several. A single one may have been the host's.
    var repeatedAt: Int64? { count > 1 ? lastTime : nil }

    /// Notes a failure. Returns whether it is the host's, which rests itself: the request is then repeated at once. After as
    /// many outages as there are retries, the picture pays for them, too.
    mutating func add(_ failure: Failure, _ blame: HostJudgement.Blame, _ limits: FetchLimits, at now: ClockReading) -> Bool {
        (count, last, lastTime) = (count + 1, failure, now.milliseconds)
        guard case .host(let outage) = blame else { return false }
        if outage != lastOutage { (outages, lastOutage) = (outages + 1, outage) }
        return outages <= limits.retries
    }

    /// Whether and when a request is repeated that failed with this fault.
    mutating func repetition(after fault: TransferFault, _ limits: FetchLimits) -> Repetition {
        // The server ends a connection after so many requests, or when it stops; it has not seen those behind.
        if fault == .lostConnection, lostConnections < limits.lostConnections {
            lostConnections += 1
            return .atOnce
        }
        if fault.isSlow { slowFaults += 1 }
        return fault.isTransient && slowFaults <= limits.slowFaults ? .later : .never
    }
}
