import WeirBase

@testable import Fetching

extension HostState {
    /// An answer that comes at once.
    mutating func answered(
        _ ticket: inout Ticket, _ head: ResponseHead, waiting: Int? = nil, at now: ClockReading
    ) -> CircuitBreaker.Blame {
        answered(&ticket, head, after: 0, waiting: waiting, at: now)
    }
}
