import Base
@testable import Fetching
import Testing

@Suite struct HostStateTests {
    private func at(_ milliseconds: Int64) -> ClockReading { ClockReading(milliseconds: milliseconds, unixSeconds: 1_785_499_200) }

    @Test func noMoreTransfersThanAllowed() {
        var host = HostState(.init(transfers: 2))
        let first = host.started(at: at(0))
        #expect(host.mayStart(at: at(0)) == .now)
        _ = host.started(at: at(0))
        #expect(host.mayStart(at: at(0)) == .whenOneEnds)
        host.ended(first, .answered, at: at(0))
        #expect(host.mayStart(at: at(0)) == .now)
        #expect(host.running == 1)
    }

    /// How many transfers may run at once after these answers.
    @Test(arguments: [
        ([], 8), (["200"], 8), (["429"], 4), (["429", "429"], 2), (["429", "429", "429", "429", "429"], 1),
        (["429"] + Array(repeating: "200", count: 15), 4), (["429"] + Array(repeating: "200", count: 16), 5),
        (["429"] + Array(repeating: "206", count: 200), 8), (["429"] + Array(repeating: "200", count: 15) + ["429"], 2),
        (["503"], 8), (["503", "404"], 8),
    ] as [([String], Int)])
    func aServerThatIsTooBusyIsAskedLess(statuses: [String], transfers: Int) {
        var host = HostState()
        for status in statuses {
            let ticket = host.started(at: at(0))
            host.answered(ticket, head("HTTP/1.1 \(status)"), at: at(0))
            host.ended(ticket, .answered, at: at(0))
        }
        while host.mayStart(at: at(0)) == .now { _ = host.started(at: at(0)) }
        #expect(host.running == transfers)
    }

    @Test func noMoreRequestsThanTheRate() {
        var host = HostState(.init(rate: 4))
        let ticket = host.started(at: at(1000))
        host.ended(ticket, .answered, at: at(1001))
        #expect(host.mayStart(at: at(1001)) == .at(1250))
        #expect(host.mayStart(at: at(1250)) == .now)
    }

    @Test(arguments: [
        ("HTTP/1.1 429", "Retry-After: 2", .at(3000)), ("HTTP/1.1 503", "Retry-After: 60", .at(61_000)),
        ("HTTP/1.1 503", "Retry-After: Fri, 31 Jul 2026 12:00:07 GMT", .at(8000)),
        ("HTTP/1.1 503", "Retry-After: soon", .now), ("HTTP/1.1 404", "Retry-After: 9", .now),
        ("HTTP/1.1 503", "Retry-After: 3600", .suspended(Failure(.hostSuspended, "the host asks to wait 3600 s"))),
    ] as [(String, String, HostState.Start)])
    func aWaitIsForTheWholeHost(_ status: String, _ retryAfter: String, _ start: HostState.Start) {
        var host = HostState()
        let ticket = host.started(at: at(0))
        host.answered(ticket, head(status, retryAfter), at: at(1000))
        host.ended(ticket, .answered, at: at(1000))
        #expect(host.mayStart(at: at(1000)) == start)
        #expect(host.mayStart(at: at(1 << 40)) == .now)
    }

    @Test func aShorterWaitDoesNotEndALongerOne() {
        var host = HostState()
        let ticket = host.started(at: at(0))
        host.answered(ticket, head("HTTP/1.1 503", "Retry-After: 9"), at: at(0))
        host.answered(ticket, head("HTTP/1.1 503", "Retry-After: 1"), at: at(0))
        #expect(host.mayStart(at: at(0)) == .at(9000))
    }

    /// Each end of a request, and whether several such ends suspend the host.
    @Test(arguments: [
        (.failed(.dns), true), (.failed(.connect), true), (.failed(.tls("")), true), (.failed(.timeout), true),
        (.failed(.stalled), true), (.failed(.reset), true), (.failed(.forbiddenAddress(.loopback)), false),
        (.failed(.malformed("")), false), (.failed(.headersTooLong), false), (.answered, false), (.abandoned, false),
    ] as [(HostState.RequestEnd, Bool)])
    func suspension(_ end: HostState.RequestEnd, _ suspends: Bool) {
        var host = HostState()
        for _ in 0..<20 { host.ended(host.started(at: at(0)), end, at: at(0)) }
        if case .suspended = host.mayStart(at: at(0)) { #expect(suspends) } else { #expect(!suspends) }
    }

    @Test func afterSilenceFewerRequestsRun() {
        var host = HostState()
        let tickets = (0..<8).map { _ in host.started(at: at(0)) }
        host.ended(tickets[0], .failed(.timeout), at: at(9))
        #expect(host.mayStart(at: at(9)) == .whenOneEnds)
        host.answered(tickets[1], head("HTTP/1.1 206"), at: at(10))
        #expect(host.mayStart(at: at(10)) == .now)
    }

    @Test func serverErrorsSuspendUntilAnAnswer() {
        var host = HostState()
        for _ in 0..<20 {
            let ticket = host.started(at: at(0))
            host.answered(ticket, head("HTTP/1.1 500"), at: at(0))
            host.ended(ticket, .answered, at: at(0))
        }
        guard case .suspended = host.mayStart(at: at(4999)) else { return #expect(Bool(false)) }
        #expect(host.mayStart(at: at(5000)) == .now)
        let trial = host.started(at: at(5000))
        host.answered(trial, head("HTTP/1.1 404"), at: at(5000))
        host.ended(trial, .answered, at: at(5000))
        #expect(host.mayStart(at: at(5000)) == .now)
    }

    /// A thousand rows of a host where every connection fails after ten seconds.
    @Test func aDeadHostCostsSeconds() {
        var host = HostState()
        var running: [(ticket: CircuitBreaker.Ticket, end: Int64)] = []
        var (rows, now, requests) = (1000, Int64(0), 0)
        while rows > 0 || !running.isEmpty {
            while rows > 0 {
                guard case .suspended = host.mayStart(at: at(now)) else {
                    guard host.mayStart(at: at(now)) == .now else { break }
                    running.append((host.started(at: at(now)), now + 10_000))
                    requests += 1
                    rows -= 1
                    continue
                }
                rows -= 1
            }
            guard let next = running.first else { continue }
            running.removeFirst()
            now = next.end
            host.ended(next.ticket, .failed(.timeout), at: at(now))
        }
        #expect(now <= 10_000)
        #expect(requests <= 9)
    }
}
