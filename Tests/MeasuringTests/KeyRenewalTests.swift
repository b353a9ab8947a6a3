import TestSupport
import Testing

@testable import Measuring

/// When keys that expire are asked for anew.
@Suite struct KeyRenewalTests {
    private static let now: Int64 = 1_800_000_000

    /// The lifetime of keys, and the seconds after which others are asked for.
    @Test(
        arguments: [
            (0, 0), (1, 1), (2, 1), (3, 2), (5, 3), (10, 5), (20, 15), (30, 24), (60, 48), (600, 480), (3600, 2880), (4500, 3600),
            (21_600, 20_700),
            (43_200, 42_300), (1 << 40, 1 << 40 - 900), (-5, -5),
        ] as [(Int64, Int64)])
    func due(lifetime: Int64, seconds: Int64) {
        #expect(KeyRenewal(until: Self.now + lifetime, at: Self.now).due == Self.now + seconds)
    }

    /// Of calls that succeed, two are never nearer than a third of a lifetime, and each comes before the end.
    @Test func successes() {
        var seed = Seed.announced(for: "KeyRenewalTests.successes")
        for _ in 0..<2000 {
            let lifetime = Int64.random(in: 2...100_000, using: &seed)
            let plan = KeyRenewal(until: Self.now + lifetime, at: Self.now)
            #expect(plan.due < Self.now + lifetime && (plan.due - Self.now) * 3 >= lifetime, "\(lifetime)")
        }
    }

    /// After failures the pauses grow, and the last attempt comes at the end.
    @Test func failures() {
        var plan = KeyRenewal(until: Self.now + 600, at: Self.now)
        var attempts: [Int64] = []
        while attempts.last != 600, attempts.count < 20 {
            attempts.append(plan.due - Self.now)
            let isOver = plan.failed(at: plan.due)
            #expect(isOver == (attempts.last == 600))
        }
        #expect(attempts == [480, 481, 483, 487, 495, 511, 543, 600])
    }

    /// A clock that was set forward, or a machine that has slept, ends keys without a warning. One call decides.
    @Test func jumps() {
        var plan = KeyRenewal(until: Self.now + 600, at: Self.now)
        let isOverLater = plan.failed(at: Self.now + 9000)
        #expect(isOverLater)
        plan = KeyRenewal(until: Self.now + 600, at: Self.now + 300)
        let isOverBefore = plan.failed(at: Self.now - 9000)
        #expect(!isOverBefore)
        #expect(plan.due == Self.now - 8999)
        // A store refuses keys after the clock was set back by so much.
        for seconds: Int64 in [1, 9000, 400 * 24 * 3600] {
            plan = KeyRenewal(until: Self.now + 600, at: Self.now)
            plan.refused(at: Self.now - seconds)
            #expect(plan.due == Self.now - seconds + 10)
        }
    }

    /// The store says after so many seconds that keys of this lifetime have expired. Others are asked for in so many seconds.
    @Test(
        arguments: [
            (30, 20, 20), (30, 3, 10), (3, 0, 1), (3600, 2, 10), (3600, 1000, 1000), (600, 590, 480), (43_200, 0, 10),
        ] as [(Int64, Int64, Int64)])
    func refusals(lifetime: Int64, seconds: Int64, due: Int64) {
        var plan = KeyRenewal(until: Self.now + lifetime, at: Self.now)
        plan.refused(at: Self.now + seconds)
        #expect(plan.due == Self.now + due)
        // Such keys are of no use a minute later, whatever they say.
        let isOverBehind = plan.failed(at: Self.now + seconds + 60)
        #expect(isOverBehind)
        let isOverAtLast = plan.failed(at: Self.now + min(lifetime, seconds + 60) - 1)
        #expect(!isOverAtLast)
    }

    /// The clock of the simulation jumps to the next attempt. Of keys that live as long as they say, none is used after its end.
    @Test func simulated() {
        var seed = Seed.announced(for: "KeyRenewalTests.simulated")
        for _ in 0..<500 {
            let lifetime = Int64.random(in: 10...5000, using: &seed)
            var now = Self.now
            var expiry = now + lifetime
            var failures = 0
            var plan = KeyRenewal(until: expiry, at: now)
            for _ in 0..<30 {
                now = max(now, plan.due)
                #expect(now <= expiry)
                if failures < 2, Bool.random(using: &seed) {
                    failures += 1
                    let isOver = plan.failed(at: now)
                    #expect(!isOver)
                } else {
                    (failures, expiry) = (0, now + lifetime)
                    plan = KeyRenewal(until: expiry, at: now)
                }
            }
        }
    }
}
