import Testing
import WeirBase

@testable import Fetching

@Suite struct HostStateTests {
    private func at(_ milliseconds: Int64) -> ClockReading { ClockReading(milliseconds: milliseconds, unixSeconds: 1_785_499_200) }

    /// A host that has answered one request well, at 0.
    private func knownHost(_ allowance: HostState.Allowance = .init()) -> HostState {
        var host = HostState(allowance)
        var ticket = host.started(at: at(-1))
        _ = host.answered(&ticket, head("HTTP/1.1 200"), at: at(-1))
        _ = host.ended(ticket, nil, at: at(-1))
        return host
    }

    @Test func noMoreTransfersThanAllowed() {
        var host = knownHost(.init(transfers: .fixed(2)))
        let first = host.started(at: at(0))
        #expect(host.mayStart(at: at(0)) == .now)
        _ = host.started(at: at(0))
        #expect(host.mayStart(at: at(0)) == .whenOneEnds)
        _ = host.ended(first, nil, at: at(0))
        #expect(host.mayStart(at: at(0)) == .now)
        #expect(host.running == 1)
    }

    @Test func anUnknownHostTakesOneTransfer() {
        var host = HostState(.init(transfers: .fixed(8)))
        var ticket = host.started(at: at(0))
        #expect(host.mayStart(at: at(0)) == .whenOneEnds)
        _ = host.answered(&ticket, head("HTTP/1.1 404"), at: at(7))
        #expect(host.mayStart(at: at(7)) == .now)
    }

    @Test func aHostThatRestsIsTriedByOneRequest() {
        var host = knownHost()
        let tickets = (0..<8).map { _ in host.started(at: at(0)) }
        #expect(host.ended(tickets[0], .reset, at: at(9)) == .host)
        for ticket in tickets.dropFirst() { #expect(host.ended(ticket, .reset, at: at(9)) == .host) }
        #expect(host.mayStart(at: at(9)) == .at(259))
        #expect(host.mayStart(at: at(259)) == .trial(1))
        let trial = host.started(at: at(259))
        #expect(host.mayStart(at: at(259)) == .whenOneEnds)
        _ = host.ended(trial, nil, at: at(260))
        #expect(host.mayStart(at: at(260)) == .now)
    }

    /// A limit of requests shows as refusals beside good answers. The host is then asked less often.
    @Test func aHostThatRefusesIsAskedLessOften() {
        var host = knownHost(.init(transfers: .fixed(8)))
        for turn in 0..<40 {
            let now = at(Int64(turn) * 10 + 1)
            var tickets = [host.started(at: now), host.started(at: now)]
            _ = host.answered(&tickets[0], head("HTTP/1.1 200"), at: at(now.milliseconds + 1))
            _ = host.ended(tickets[0], nil, at: at(now.milliseconds + 1))
            if turn < 4 { continue }
            #expect(host.answered(&tickets[1], head("HTTP/1.1 429"), at: at(now.milliseconds + 2)) == .picture)
            _ = host.ended(tickets[1], nil, at: at(now.milliseconds + 2))
        }
        guard case .at(let next) = host.mayStart(at: at(402)) else { return #expect(Bool(false)) }
        #expect(next > 402)
    }

    @Test func noMoreRequestsThanTheRate() {
        var host = knownHost(.init(rate: 4))
        let ticket = host.started(at: at(1000))
        _ = host.ended(ticket, nil, at: at(1001))
        #expect(host.mayStart(at: at(1001)) == .at(1250))
        #expect(host.mayStart(at: at(1250)) == .now)
    }

    @Test(
        arguments: [
            ("HTTP/1.1 429", "Retry-After: 2", .at(3000)), ("HTTP/1.1 503", "Retry-After: 60", .at(61_000)),
            ("HTTP/1.1 503", "Retry-After: Fri, 31 Jul 2026 12:00:07 GMT", .at(8000)),
            ("HTTP/1.1 503", "Retry-After: soon", .at(1250)), ("HTTP/1.1 503", "Retry-After: 5", .at(1250)),
            ("HTTP/1.1 404", "Retry-After: 9", .now),
            ("HTTP/1.1 503", "Retry-After: 3600", .suspended(Failure(.hostSuspended, "the host asks to wait 3600 s"))),
        ] as [(String, String, HostState.Start)])
    func aWaitIsForTheWholeHost(_ status: String, _ retryAfter: String, _ start: HostState.Start) {
        var host = knownHost()
        var ticket = host.started(at: at(0))
        _ = host.answered(&ticket, head(status, retryAfter), at: at(1000))
        _ = host.ended(ticket, nil, at: at(1000))
        #expect(host.mayStart(at: at(1000)) == start)
    }

    /// The second of two refusals was a trial. What it says is for the host, and neither picture pays.
    @Test(arguments: [("HTTP/1.1 503", 250), ("HTTP/1.1 429", 5000)] as [(String, Int64)])
    func aShortTimeThatAnOutageNames(_ status: String, _ firstRest: Int64) {
        var host = knownHost()
        var now: Int64 = 1000
        for rest in [firstRest, 5000] {
            var ticket = host.started(at: at(now))
            #expect(host.answered(&ticket, head(status, "Retry-After: 5"), at: at(now)) == .host)
            _ = host.ended(ticket, nil, at: at(now))
            #expect(host.mayStart(at: at(now)) == .at(now + rest))
            now += rest
        }
        #expect(host.mayStart(at: at(now)) == .trial(2))
    }

    /// A refusal right behind a good answer slows the host down. It does not rest, unless it names a time.
    @Test(
        arguments: [
            ("HTTP/1.1 503", 249, .picture, .now), ("HTTP/1.1 503", 250, .host, .at(500)), ("HTTP/1.1 429", 249, .picture, .at(964)),
            ("HTTP/1.1 503|Retry-After: 5", 249, .picture, .now), ("HTTP/1.1 429|Retry-After: 5", 249, .host, .at(5249)),
        ] as [(String, Int64, CircuitBreaker.Blame, HostState.Start)])
    func aRefusalBehindAGoodAnswer(_ answer: String, _ time: Int64, _ blame: CircuitBreaker.Blame, _ start: HostState.Start) {
        var host = knownHost()
        var ticket = host.started(at: at(time))
        #expect(host.answered(&ticket, head(answer.split(separator: "|").map(String.init)), at: at(time)) == blame)
        _ = host.ended(ticket, nil, at: at(time))
        #expect(host.mayStart(at: at(time)) == start)
    }

    /// 503 may concern one picture. 429 is for the client.
    @Test(arguments: [("HTTP/1.1 503", .now), ("HTTP/1.1 429", .at(5020))] as [(String, HostState.Start)])
    func aWaitBesideGoodAnswers(_ status: String, _ start: HostState.Start) {
        var host = knownHost()
        var tickets = [host.started(at: at(0)), host.started(at: at(0))]
        _ = host.answered(&tickets[0], head("HTTP/1.1 200"), at: at(15))
        _ = host.ended(tickets[0], nil, at: at(15))
        _ = host.answered(&tickets[1], head(status, "Retry-After: 5"), at: at(20))
        _ = host.ended(tickets[1], nil, at: at(20))
        #expect(host.mayStart(at: at(20)) == start)
    }

    @Test func aShorterWaitDoesNotEndALongerOne() {
        var host = knownHost()
        var ticket = host.started(at: at(0))
        _ = host.answered(&ticket, head("HTTP/1.1 503", "Retry-After: 9"), at: at(0))
        _ = host.answered(&ticket, head("HTTP/1.1 429", "Retry-After: 1"), at: at(0))
        #expect(host.mayStart(at: at(0)) == .at(9000))
    }

    /// Each fault, and whether the host rests after it.
    @Test(
        arguments: [
            (.dns, true), (.connect, true), (.tls(""), true), (.timeout, true), (.stalled, true), (.reset, true),
            (.lostConnection, false), (.shortBody, true), (.longBody, true), (.malformed(""), true), (.headersTooLong, true),
            (.proxy(""), true), (.tunnel(503), false), (.forbiddenAddress(.loopback), false), (.noSocket(24), false),
        ] as [(TransferFault, Bool)])
    func aFault(_ fault: TransferFault, _ rests: Bool) {
        var host = knownHost()
        _ = host.ended(host.started(at: at(0)), fault, at: at(0))
        #expect(host.mayStart(at: at(0)) == (rests ? .at(250) : .now))
    }

    /// A host without new pictures is tried again a moment after it was given up.
    @Test func aHostThatReturns() {
        var host = knownHost()
        var now: Int64 = 10
        var isGivenUp = false
        while !isGivenUp {
            switch host.mayStart(at: at(now)) {
            case .suspended: isGivenUp = true
            case .at(let later): now = later
            case .now, .trial, .whenOneEnds: _ = host.ended(host.started(at: at(now)), .reset, waiting: 0, at: at(now))
            }
        }
        guard case .suspended = host.mayStart(at: at(now + 249)) else { return #expect(Bool(false), "the host is tried too early") }
        guard case .trial = host.mayStart(at: at(now + 250)) else { return #expect(Bool(false), "the host is not tried") }
    }

    /// A thousand rows of a host where every connection fails after ten seconds.
    @Test func aDeadHostCostsSeconds() {
        var host = HostState()
        var (now, requests) = (Int64(0), 0)
        while true {
            switch host.mayStart(at: at(now)) {
            case .suspended(let failure):
                #expect(failure.message == "the host failed 2 times in 20 s: the transfer took longer than its limit")
                #expect(now == 20_000)
                #expect(requests == 2)
                return
            case .at(let later): now = later
            case .now, .trial, .whenOneEnds:
                let ticket = host.started(at: at(now))
                requests += 1
                now += min(10_000, ticket.longestSilence ?? 10_000)
                _ = host.ended(ticket, .timeout, at: at(now))
            }
        }
    }

    /// A host that asks to wait an hour is suspended until a minute is left.
    @Test(
        arguments: [
            (0, .suspended(Failure(.hostSuspended, "the host asks to wait 3600 s"))),
            (3_539_999, .suspended(Failure(.hostSuspended, "the host asks to wait 61 s"))), (3_540_000, .at(3_600_000)),
            (3_599_999, .at(3_600_000)), (3_600_000, .now),
        ] as [(Int64, HostState.Start)])
    func anHour(time: Int64, start: HostState.Start) {
        var host = knownHost()
        var ticket = host.started(at: at(0))
        _ = host.answered(&ticket, head("HTTP/1.1 503", "Retry-After: 3600"), at: at(0))
        _ = host.ended(ticket, nil, at: at(0))
        #expect(host.mayStart(at: at(time)) == start)
    }

    /// More than the longest rest is a time for the whole host.
    @Test(arguments: [(5, 1250), (6, 7000)] as [(Int, Int64)])
    func aLongTime(seconds: Int, start: Int64) {
        var host = knownHost()
        var ticket = host.started(at: at(0))
        _ = host.answered(&ticket, head("HTTP/1.1 503", "Retry-After: \(seconds)"), at: at(1000))
        _ = host.ended(ticket, nil, at: at(1000))
        #expect(host.mayStart(at: at(1000)) == .at(start))
    }

    /// An error is judged once, and the end of its body changes nothing.
    @Test(arguments: [nil, .reset, .lostConnection] as [TransferFault?])
    func theEndOfAnError(fault: TransferFault?) {
        var host = knownHost()
        var ticket = host.started(at: at(0))
        #expect(host.answered(&ticket, head("HTTP/1.1 500"), at: at(0)) == .host)
        #expect(host.ended(ticket, fault, at: at(5)) == .picture)
        #expect(host.mayStart(at: at(5)) == .at(250))
        #expect(host.running == 0)
    }

    /// The patience is for the pictures that wait and for those that are under way.
    @Test(arguments: [(nil, 119_750), (0, 19_750), (1, 29_750)] as [(Int?, Int64)])
    func picturesThatAreLeft(waiting: Int?, silence: Int64) {
        for isError in [false, true] {
            var host = knownHost()
            var tickets = [host.started(at: at(0)), host.started(at: at(0))]
            if isError {
                #expect(host.answered(&tickets[0], head("HTTP/1.1 500"), waiting: waiting, at: at(0)) == .host)
            } else {
                #expect(host.ended(tickets[0], .reset, waiting: waiting, at: at(0)) == .host)
            }
            #expect(host.started(at: at(250)).longestSilence == silence)
        }
    }

    /// The number of requests at once after an answer or a fault, which was eight before.
    @Test(
        arguments: [("HTTP/1.1 429", 4), ("HTTP/1.1 503", 8), ("HTTP/1.1 500", 8), ("HTTP/1.1 404", 8), (nil, 4)] as [(String?, Int)])
    func requestsAtOnce(status: String?, count: Int) {
        var host = knownHost()
        var ticket = host.started(at: at(0))
        if let status {
            _ = host.answered(&ticket, head(status), at: at(100))
            _ = host.ended(ticket, nil, at: at(100))
        } else {
            _ = host.ended(ticket, .reset, at: at(100))
        }
        _ = host.ended(host.started(at: at(10_000)), nil, at: at(10_001))
        for number in 1...count {
            #expect(host.mayStart(at: at(10_000 + Int64(number) * 2000)) == .now)
            _ = host.started(at: at(10_000 + Int64(number) * 2000))
        }
        #expect(host.mayStart(at: at(60_000)) == .whenOneEnds)
    }

    /// A request that was given up, and an answer that a proxy has passed on.
    @Test func noNewsOfTheHost() {
        var host = HostState()
        let ticket = host.started(at: at(0))
        let (isUntried, hasSucceeded) = (host.isUntried, host.hasSucceeded)
        #expect(isUntried && !hasSucceeded)
        #expect(host.running == 1)
        #expect(host.learnedPace == nil)
        host.dropped(ticket, at: at(1))
        #expect(host.running == 0)
        #expect(host.mayStart(at: at(1)) == .now)
        host.passed()
        let (isPassed, hasPassed) = (!host.isUntried, host.hasSucceeded)
        #expect(isPassed && !hasPassed)
        _ = host.ended(host.started(at: at(2)), nil, at: at(3))
        let isWell = host.hasSucceeded
        #expect(isWell)
    }
}
