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

    /// A host with a limit of ten requests a second gives good answers at these times, and then refuses a request of this time. A
    /// refused rate is only known if requests came as early as they may, or if there were many, and if several were borne.
    @Test(
        arguments: [
            ([1000, 1000, 1000], 1199, 5.25, 10), ([1000, 1000, 1000], 1200, 5.25, nil), ([1000, 1000], 1199, 14.0 / 3, nil),
            ([1000], 1199, 3.5, nil), ([], 1199, 3.5, nil), ([1000, 1000, 1000, 1000], 1200, 5.6, nil),
            ([1000, 1000, 1000, 1000, 1500], 1600, 35.0 / 6, 8),
            ([1000, 1000, 1000, 1500, 1500], 1600, 5.4, 6),
        ] as [([Int64], Int64, Double, Double?)])
    func theFirstRefusal(answers: [Int64], time: Int64, rate: Double, refusedRate: Double?) throws {
        var pace = RequestPace(perSecond: 10)
        pace.requested(at: at(1000))
        for answer in answers { pace.answered(begun: answer, at: answer) }
        pace.requested(at: at(time))
        #expect(pace.learned == nil)
        #expect(pace.refused(isForClient: true, begun: time, at: at(time)) == true)
        let learned = try #require(pace.learned)
        #expect(abs(learned.rate - rate) < 1e-9 && learned.refusedRate == refusedRate, "\(learned)")
    }

    /// After a refusal the rate stays for a while, behind a pause too. The wait is longer if the refused rate is known.
    @Test(
        arguments: [
            (3, .min, 2198, 5.25), (3, .min, 2199, 5.25 * (10 / 5.25).squareRoot()), (2, .min, 1698, 14.0 / 3), (2, .min, 1699, 28.0 / 3),
            (3, 4000, 4999, 5.25), (3, 4000, 5000, 5.25 * (10 / 5.25).squareRoot()), (2, 4000, 4499, 14.0 / 3), (2, 4000, 4500, 28.0 / 3),
        ] as [(Int, Int64, Int64, Double)])
    func growthAfterARefusal(answers: Int, pause: Int64, time: Int64, rate: Double) {
        var pace = RequestPace(perSecond: 10)
        pace.requested(at: at(1000))
        for _ in 0..<answers { pace.answered(begun: 1000, at: 1000) }
        pace.requested(at: at(1199))
        _ = pace.refused(isForClient: true, begun: 1199, pause: pause, at: at(1199))
        for _ in 0..<16 { pace.answered(begun: time, at: time) }
        #expect(abs((pace.rate ?? 0) - rate) < 1e-9, "\(pace.rate ?? 0)")
    }

    /// Requests that were under way when the rate fell are part of the same event.
    @Test(arguments: [(999, false), (1000, false), (1001, true)] as [(Int64, Bool)])
    func oneEvent(begun: Int64, isAnother: Bool) {
        var pace = RequestPace(perSecond: 10)
        #expect(pace.refused(isForClient: true, begun: 900, at: at(1000)) == true)
        #expect(pace.refused(isForClient: true, begun: begun, at: at(1100)) == isAnother)
    }

    /// A refusal that slows nobody down names a pause. The rate may grow a second behind it.
    @Test(
        arguments: [
            (.min, 1000, 20), (1000, 1000, 20), (1001, 2000, 10), (1001, 2001, 20), (5000, 5999, 10), (5000, 6000, 20),
        ] as [(Int64, Int64, Double)])
    func growthAfterAPause(pause: Int64, time: Int64, rate: Double) {
        var pace = RequestPace(perSecond: nil, after: HostPace(rate: 10, refusedRate: nil, refusedAt: 7))
        #expect(pace.refused(isForClient: false, begun: 1, pause: pause, at: at(1000)) == false)
        pace.answered(begun: 2, at: time)
        #expect(pace.rate == rate)
    }

    /// The rate after so many good answers at the rate of an earlier run, of which the refused rate is known or not.
    @Test(
        arguments: [
            (10, nil, nil, 1, 10), (10, nil, nil, 2, 20), (10, nil, 15, 2, 15), (10, nil, 20, 2, 20), (15, nil, 15, 2, 15),
            (10, 100, nil, 15, 10), (10, 100, nil, 16, 20), (25, 100, nil, 16, 50), (36, 100, nil, 16, 60), (90, 100, nil, 15, 90),
            (90, 100, nil, 16, 93.6), (89, 100, nil, 16, (8900.0).squareRoot()),
        ] as [(Double, Double?, Double?, Int, Double)])
    func growth(rate: Double, refusedRate: Double?, most: Double?, answers: Int, next: Double) {
        var pace = RequestPace(perSecond: most, after: HostPace(rate: rate, refusedRate: refusedRate, refusedAt: 7))
        for _ in 0..<answers { pace.answered(begun: 1, at: 1000) }
        #expect(abs((pace.rate ?? 0) - next) < 1e-9, "\(pace.rate ?? 0)")
    }

    /// The second step comes half a second behind the first one, or a second if a rate was refused.
    @Test(arguments: [(nil, 1499, 20), (nil, 1500, 40), (100, 1999, 20), (100, 2000, 40)] as [(Double?, Int64, Double)])
    func theSecondStep(refusedRate: Double?, time: Int64, rate: Double) {
        var pace = RequestPace(perSecond: nil, after: HostPace(rate: 10, refusedRate: refusedRate, refusedAt: 7))
        for time in [1000, time] { for _ in 0..<16 { pace.answered(begun: 1, at: time) } }
        #expect(abs((pace.rate ?? 0) - rate) < 1e-9, "\(pace.rate ?? 0)")
    }

    /// A host that bears a thousand requests a second has no pace.
    @Test(arguments: [(999, true), (1000, false), (1001, false)] as [(Double, Bool)])
    func theFastestPace(rate: Double, isLearned: Bool) {
        let pace = RequestPace(perSecond: nil, after: HostPace(rate: rate, refusedRate: nil, refusedAt: 7))
        #expect((pace.learned != nil) == isLearned)
    }

    /// The answers of five seconds: three in the first half second, and one in the second.
    @Test(
        arguments: [
            (700, 4, 4, 6, false), (4999, 4, 4, 6, false), (5000, 2, 1, 2, true), (5499, 2, 1, 2, true), (5500, 0, 0, 0, true),
            (60_000, 0, 0, 0, true),
        ] as [(Int64, Double, Int, Double, Bool)])
    func recentAnswers(time: Int64, perSecond: Double, count: Int, most: Double, isFull: Bool) {
        for start in [0, 500, 7500, 100_000] as [Int64] {
            var answers = RecentAnswers()
            #expect(answers.perSecond(at: start) == 0)
            #expect(!answers.isFull(at: start + 60_000) && answers.most == 0)
            for answer in [0, 100, 499, 700] as [Int64] { answers.count(at: start + answer) }
            #expect(answers.perSecond(at: start + time) == perSecond)
            #expect(answers.count == count && answers.most == most && answers.isFull(at: start + time) == isFull, "from \(start)")
        }
    }

    /// A host that was slowed down refuses four requests, each behind so many good answers. One of forty may concern its picture.
    @Test(arguments: [(15, true), (39, true), (40, true), (48, true), (49, false), (99, false)])
    func refusalsAtASlowRate(good: Int, isAbove: Bool) {
        var pace = RequestPace(perSecond: 10)
        #expect(pace.refused(isForClient: true, begun: 900, at: at(1000)) == true)
        for number in 1...4 {
            for _ in 0..<good { pace.answered(begun: 1001, at: 1001) }
            #expect(pace.refused(isForClient: false, begun: 1001, at: at(1001)) == (isAbove && number == 4), "\(number)")
        }
    }

    /// Between a rate that was borne and one that was refused, two refusals of 32 answers are enough.
    @Test(
        arguments: [
            (100, 30, true), (100, 0, true), (100, 31, false), (100, 60, false), (nil, 0, false), (nil, 30, false),
        ] as [(Double?, Int, Bool)])
    func refusalsBelowAKnownLimit(refusedRate: Double?, good: Int, isBetween: Bool) {
        var pace = RequestPace(perSecond: nil, after: HostPace(rate: 10, refusedRate: refusedRate, refusedAt: 7))
        for _ in 0..<16 { pace.answered(begun: 1, at: 1000) }
        #expect(pace.rate == 20)
        #expect(pace.refused(isForClient: false, begun: 1000, at: at(1000)) == false)
        for _ in 0..<good { pace.answered(begun: 1000, at: 1000) }
        #expect(pace.refused(isForClient: false, begun: 1000, at: at(1000)) == isBetween)
        #expect(pace.rate.map { $0 < 20 } == isBetween)
    }

    /// After a refusal near a rate that was borne, the next attempt comes ten seconds later, and otherwise after one.
    @Test(arguments: [(89, 84.9, 10_000), (82, 81.5, 10_000), (80, 80, 1000), (30, 30, 1000)] as [(Double, Double, Int64)])
    func attemptsNearALimit(borne: Double, slower: Double, wait: Int64) {
        var pace = RequestPace(perSecond: nil, after: HostPace(rate: borne, refusedRate: 100, refusedAt: 7))
        for _ in 0..<16 { pace.answered(begun: 1, at: 1000) }
        for _ in 0..<3 { pace.requested(at: at(1000)) }
        #expect(pace.refused(isForClient: true, begun: 1000, at: at(2000)) == true)
        let rate = pace.rate ?? 0
        #expect(abs(rate - slower) < 0.1, "\(rate)")
        for _ in 0..<16 { pace.answered(begun: 2001, at: 1999 + wait) }
        #expect(pace.rate == rate)
        pace.answered(begun: 2001, at: 2000 + wait)
        #expect(pace.rate.map { $0 > rate } == true)
    }

    /// Four troubles of 64 answers concern the host.
    @Test(arguments: [(2, 60, false), (3, 0, true), (3, 60, true), (3, 61, false)])
    func recentTroubles(before: Int, good: Int, concernsHost: Bool) {
        var troubles = RecentTroubles()
        for _ in 0..<before { #expect(troubles.addTrouble(isClear: false) == false) }
        for _ in 0..<good { troubles.addGoodAnswer() }
        #expect(troubles.addTrouble(isClear: false) == concernsHost)
        #expect(troubles.addTrouble(isClear: true) == true)
        #expect(troubles == RecentTroubles())
    }

    /// A share of troubles that is allowed, and the number that concerns the host then.
    @Test(arguments: [(0, 8), (0.25, 24), (0.5, 40), (0.75, 56), (1, 56)])
    func allowedTroubles(share: Double, number: Int) {
        var troubles = RecentTroubles()
        troubles.allow(share: share)
        for _ in 1..<number { #expect(troubles.addTrouble(isClear: false) == false) }
        #expect(troubles.addTrouble(isClear: false) == true)
    }

    /// The refusals among the answers at 100 requests a second, then at a slower rate, and the share if they are at random.
    @Test(
        arguments: [
            (5, 100, 85, 6, 31, false, nil), (6, 15, 85, 6, 31, false, nil), (6, 16, 85, 6, 31, true, 0.375),
            (6, 16, 85, 6, 32, true, nil), (6, 16, 86, 6, 31, true, nil), (6, 16, 85, 5, 8, true, nil), (6, 16, 85, 6, 15, true, nil),
            (6, 100, 85, 6, 20, true, 0.3),
        ] as [(Int, Int, Double, Int, Int, Bool, Double?)])
    func refusalsAtRandom(
        refusals: Int, answers: Int, rate: Double, laterRefusals: Int, laterAnswers: Int, hasReference: Bool, share: Double?
    ) {
        var random = RandomRefusals()
        for number in 0..<answers { random.count(isRefusal: number < refusals, at: 100) }
        #expect(random.judge(at: 100) == nil)
        #expect(random.hasReference == hasReference)
        guard hasReference else { return }
        for number in 0..<laterAnswers { random.count(isRefusal: number < laterRefusals, at: rate) }
        #expect(random.judge(at: rate) == share)
    }
}
