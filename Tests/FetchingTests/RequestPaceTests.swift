import TestSupport
import Testing
import WeirBase

@testable import Fetching

@Suite struct RequestPaceTests {
    /// Requests that are made as early as possible use the whole rate, and never more.
    @Test(arguments: [0.5, 1, 3, 7, 10, 100, 333, 1000])
    func noSecondHasMore(_ rate: Double) {
        var pace = RequestPace(perSecond: rate)
        var now = ClockReading(milliseconds: 5000, unixSeconds: 0)
        var starts: [Int64] = []
        while now.milliseconds < 25_000 {
            now.milliseconds = max(now.milliseconds, pace.earliest(at: now))
            pace.requested(at: now)
            starts.append(now.milliseconds)
        }
        let most = Int(max(1, rate)) + 1
        for (start, later) in zip(starts, starts.dropFirst(most)) where later - start < 1000 {
            Issue.record("more than \(most) requests in the second from \(start)")
        }
        #expect(Double(starts.count) >= rate * 20 * 0.95)
    }

    @Test func unusedTimeIsLost() {
        var pace = RequestPace(perSecond: 2)
        pace.requested(at: ClockReading(milliseconds: 0, unixSeconds: 0))
        let late = ClockReading(milliseconds: 60_000, unixSeconds: 0)
        #expect(pace.earliest(at: late) == 60_000)
        pace.requested(at: late)
        #expect(pace.earliest(at: late) >= 60_499)
    }

    private func at(_ milliseconds: Int64) -> ClockReading { ClockReading(milliseconds: milliseconds, unixSeconds: 1_785_499_200) }

    /// The milliseconds between two requests.
    private func interval(_ pace: RequestPace) -> Int64 {
        var pace = pace
        pace.requested(at: at(1000))
        return pace.earliest(at: at(1000)) - 1000
    }

    /// A run begins with the pace at the end of the run before, within the user's limit.
    @Test(
        arguments: [
            (40, nil, 25), (40, 10, 100), (40, 100, 25), (0.001, nil, 1000), (-1, nil, 1000), (.nan, nil, 1000),
        ] as [(Double, Double?, Int64)])
    func learned(rate: Double, most: Double?, wait: Int64) {
        let pace = RequestPace(perSecond: most, after: HostPace(rate: rate, refusedRate: nil, refusedAt: 7))
        #expect(abs(interval(pace) - wait) <= 1)
        #expect(pace.learned?.refusedAt == 7)
    }

    @Test func whatARunLearns() {
        var pace = RequestPace(perSecond: nil)
        #expect(pace.learned == nil)
        for time in stride(from: Int64(0), to: 6000, by: 20) { pace.answered(begun: time - 1, at: time) }
        _ = pace.refused(isForClient: true, begun: 5990, at: at(6000))
        let learned = pace.learned
        #expect(learned?.refusedAt == 1_785_499_200)
        #expect(learned.map { (31...36).contains($0.rate) } == true && learned?.refusedRate.map { (45...51).contains($0) } == true)
        // Near the rate of the refusal the next run grows as slowly as this one.
        var next = RequestPace(perSecond: nil, after: learned)
        for time in stride(from: Int64(20_000), to: 30_000, by: 50) { next.answered(begun: time - 1, at: time) }
        #expect(next.learned.map { (36...65).contains($0.rate) } == true)
        // A host that bears any number has no pace.
        for time in stride(from: Int64(30_000), to: 200_000, by: 50) { next.answered(begun: time - 1, at: time) }
        #expect(next.learned == nil)
    }

    /// A host that refuses again at the same rate is asked a little less often than that, and longer and longer.
    @Test func aKnownLimit() {
        var pace = RequestPace(perSecond: nil)
        var (now, rates, waits): (Int64, [Double], [Int64]) = (0, [], [])
        for _ in 0..<6 {
            // The host answers 50 times a second, until the pace is faster and it refuses.
            let began = now
            while now < began + 5500 || (pace.rate ?? 51) <= 50 {
                now += 20
                pace.answered(begun: now - 1, at: now)
            }
            waits.append(now - began)
            _ = pace.refused(isForClient: true, begun: now - 1, at: at(now))
            rates.append(pace.rate ?? 0)
        }
        #expect(rates.first.map { (30...36).contains($0) } == true, "\(rates)")
        #expect(rates.dropFirst().allSatisfy { (39...46).contains($0) }, "\(rates)")
        #expect(waits[2...].elementsEqual([12_000, 22_000, 42_000, 82_000]), "\(waits)")
    }

    /// A host that is asked seldom gets no limit that it does not have.
    @Test func aHostThatIsAskedSeldom() {
        var pace = RequestPace(perSecond: nil)
        for time in stride(from: Int64(0), to: 20_000, by: 2000) { pace.answered(begun: time - 1, at: time) }
        _ = pace.refused(isForClient: true, begun: 19_999, at: at(20_000))
        #expect(pace.learned != nil && pace.learned?.refusedRate == nil)
    }

    @Test(arguments: [nil, 0, -1, .nan] as [Double?])
    func noRate(_ rate: Double?) {
        var pace = RequestPace(perSecond: rate)
        let now = ClockReading(milliseconds: 7, unixSeconds: 0)
        for _ in 0..<100 { pace.requested(at: now) }
        #expect(pace.earliest(at: now) == 7)
    }
}
