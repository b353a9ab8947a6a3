import TestSupport
import Testing

@testable import Fetching

/// Refusals that do not become fewer at a slower rate are no limit.
@Suite struct RandomRefusalTests {
    /// A host that answers 300 requests a second, one after the other.
    private struct Client {
        var pace = RequestPace(perSecond: nil)
        var now: Int64 = 1000
        private(set) var requests = 0
        private(set) var slowdowns = 0

        private func at(_ milliseconds: Int64) -> ClockReading { ClockReading(milliseconds: milliseconds, unixSeconds: 7) }

        /// Asks for so many seconds. `isRefused` is given the number of the request and its time.
        mutating func ask(for seconds: Int64, pause: Int64 = 0, isForClient: Bool = false, isRefused: (Int, Int64) -> Bool) {
            let end = now + seconds * 1000
            while now < end {
                now = max(now, pace.earliest(at: at(now)))
                pace.requested(at: at(now))
                let begun = now
                requests += 1
                now += 3
                guard isRefused(requests, begun) else {
                    pace.answered(begun: begun, at: now)
                    continue
                }
                if pace.refused(isForClient: isForClient, begun: begun, pause: now + pause, at: at(now)) { slowdowns += 1 }
                now += pause
            }
        }
    }

    @Test(
        arguments: [
            // Too few among good ones to slow the host down.
            (50, 0, false, 0...0, nil),
            (10, 0, true, 2...4, nil), (3, 0, true, 2...4, nil),
            // No request is made in a pause, so its time must not lower the measured rate.
            (10, 5000, true, 2...4, nil),
            // At least half of the answers: the host is asked less and less.
            (2, 0, false, 5...30, 1...20), (1, 0, false, 5...100, 1...1),
        ] as [(Int, Int64, Bool, ClosedRange<Int>, ClosedRange<Double>?)])
    func everySoMany(
        _ number: Int, pause: Int64, atRandom: Bool, slowdowns: ClosedRange<Int>, rate: ClosedRange<Double>?
    ) {
        var client = Client()
        client.ask(for: 120, pause: pause) { request, _ in request % number == number - 1 }
        #expect(client.pace.refusesAtRandom == atRandom)
        #expect(slowdowns.contains(client.slowdowns), "\(client.slowdowns)")
        #expect(client.pace.rate.map { rate?.contains($0) == true } ?? (rate == nil), "\(client.pace.rate ?? -1)")
        #expect((client.pace.learned == nil) == (rate == nil))
    }

    /// A bucket of tokens that the pace must keep to, also one that serves many requests at first.
    @Test(arguments: [10, 50, 200] as [Double], [0, 1, 10, 100, 1000] as [Double])
    func limits(perSecond: Double, burst: Double) {
        for isForClient in [false, true] {
            var client = Client()
            var (tokens, filledAt, refused) = (burst + 1, Int64(1000), 0)
            client.ask(for: 120, isForClient: isForClient) { _, now in
                tokens = min(burst + 1, tokens + Double(now - filledAt) * perSecond / 1000)
                filledAt = now
                guard tokens >= 1 else {
                    refused += 1
                    return true
                }
                tokens -= 1
                return false
            }
            #expect(!client.pace.refusesAtRandom)
            #expect(refused <= client.requests / 20, "\(refused) of \(client.requests)")
            #expect(Double(client.requests) > perSecond * 120 * 0.6, "\(client.requests)")
        }
    }

    /// A quota for 14 s, with 429 that names 6 s. A refusal behind a long silence says nothing of a rate.
    @Test func quotas() {
        var client = Client()
        var (window, served) = (Int64(-1), 0)
        client.ask(for: 120, pause: 6000, isForClient: true) { _, now in
            if now / 14_000 != window { (window, served) = (now / 14_000, 0) }
            served += 1
            return served > 150
        }
        #expect(client.requests > 500)
    }

    /// One of a hundred requests is refused, at any time.
    @Test func seldom() {
        var seed = Seed.announced(for: "one of a hundred requests is refused")
        for round in 0..<8 {
            var client = Client()
            client.ask(for: 600) { _, _ in Int.random(in: 0..<100, using: &seed) == 0 }
            #expect(client.requests > 90_000, "\(client.requests), round \(round), \(seed)")
        }
    }

    /// Twice as many refusals concern the host again.
    @Test func moreAndMore() {
        var client = Client()
        client.ask(for: 10) { request, _ in request % 10 == 0 }
        #expect(client.pace.refusesAtRandom && client.slowdowns <= 4)
        client.ask(for: 10) { request, _ in request % 7 == 0 }
        #expect(client.pace.refusesAtRandom && client.slowdowns <= 4)
        client.ask(for: 1) { request, _ in request % 10 < 7 }
        #expect(!client.pace.refusesAtRandom && client.slowdowns > 2)
    }

    /// 429 slows the host down at any time.
    @Test func aLimitBesides() {
        var client = Client()
        client.ask(for: 10) { request, _ in request % 10 == 0 }
        #expect(client.pace.rate == nil)
        var isFirst = true
        client.ask(for: 1, isForClient: true) { _, _ in
            defer { isFirst = false }
            return isFirst
        }
        #expect(client.pace.rate != nil && !client.pace.refusesAtRandom)
        #expect(client.pace.learned?.refusedRate.map { (250...350).contains($0) } == true)
        // Nothing was known of a limit before, so the next attempt comes soon.
        let slow = client.pace.rate ?? 0
        client.ask(for: 3) { _, _ in false }
        #expect(client.pace.rate.map { $0 > slow } == true)
    }
}
