@testable import Fetching
import TestSupport
import Testing

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

    @Test(arguments: [nil, 0, -1, .nan] as [Double?])
    func noRate(_ rate: Double?) {
        var pace = RequestPace(perSecond: rate)
        let now = ClockReading(milliseconds: 7, unixSeconds: 0)
        for _ in 0..<100 { pace.requested(at: now) }
        #expect(pace.earliest(at: now) == 7)
    }
}
