import Base
@testable import Fetching
import Testing

@Suite struct CircuitBreakerTests {
    private let silence = Failure(.connect)

    private func at(_ milliseconds: Int64) -> ClockReading { ClockReading(milliseconds: milliseconds, unixSeconds: 0) }

    private func opened() -> CircuitBreaker {
        var breaker = CircuitBreaker(.init())
        for _ in 0..<5 { breaker.stayedSilent(breaker.started(), silence, at: at(0)) }
        return breaker
    }

    @Test func fiveSilencesInARowOpenIt() {
        var breaker = CircuitBreaker(.init())
        for _ in 0..<4 { breaker.stayedSilent(breaker.started(), silence, at: at(0)) }
        #expect(breaker.objection(at: at(0)) == nil)
        breaker.stayedSilent(breaker.started(), silence, at: at(0))
        let message = "the host failed 5 times in a row: the host does not accept connections"
        #expect(breaker.objection(at: at(0)) == Failure(.hostSuspended, message))
    }

    @Test func anAnswerBetweenThemKeepsItClosed() {
        var breaker = CircuitBreaker(.init())
        for _ in 0..<100 {
            for _ in 0..<4 { breaker.stayedSilent(breaker.started(), silence, at: at(0)) }
            breaker.answered()
        }
        #expect(breaker.objection(at: at(0)) == nil)
    }

    @Test func serverErrorsTakeTwenty() {
        var breaker = CircuitBreaker(.init())
        for _ in 0..<19 { breaker.erred(breaker.started(), 500, at: at(0)) }
        #expect(breaker.objection(at: at(0)) == nil)
        breaker.erred(breaker.started(), 502, at: at(0))
        #expect(breaker.objection(at: at(0))?.message == "the host failed 20 times in a row: it answered 502")
    }

    @Test func oneTrialGoesThroughAfterAWhile() {
        var breaker = opened()
        #expect(breaker.objection(at: at(4999)) != nil)
        #expect(breaker.objection(at: at(5000)) == nil)
        let trial = breaker.started()
        #expect(breaker.objection(at: at(5000)) != nil)
        breaker.stayedSilent(trial, silence, at: at(6000))
        #expect(breaker.objection(at: at(15_999)) != nil)
        #expect(breaker.objection(at: at(16_000)) == nil)
        _ = breaker.started()
        breaker.answered()
        #expect(breaker.objection(at: at(16_001)) == nil)
    }

    @Test func threeFailedTrialsAreTheEnd() {
        var breaker = opened()
        for time in [10_000, 100_000, 1_000_000] as [Int64] {
            #expect(breaker.objection(at: at(time)) == nil)
            breaker.stayedSilent(breaker.started(), silence, at: at(time))
        }
        #expect(breaker.objection(at: at(1 << 50)) != nil)
    }

    @Test func aTrialThatWasGivenUpIsNoTrial() {
        var breaker = opened()
        for _ in 0..<10 { breaker.dropped(breaker.started()) }
        #expect(breaker.objection(at: at(5000)) == nil)
    }

    /// Requests that ran when the breaker opened and fail later do not count.
    @Test func lateFailuresAreNoTrials() {
        var breaker = CircuitBreaker(.init())
        let tickets = (0..<8).map { _ in breaker.started() }
        for ticket in tickets[..<5] { breaker.stayedSilent(ticket, silence, at: at(0)) }
        breaker.stayedSilent(tickets[5], silence, at: at(1))
        #expect(breaker.objection(at: at(5000)) == nil)
        let trial = breaker.started()
        for ticket in tickets[6...] { breaker.stayedSilent(ticket, silence, at: at(5001)) }
        breaker.dropped(tickets[7])
        #expect(breaker.objection(at: at(5002)) != nil)
        breaker.dropped(trial)
        #expect(breaker.objection(at: at(5003)) == nil)
    }
}
