import Glibc
import TestSupport
import Testing
import WeirSystem

@Suite struct ParallelMapTests {
    @Test(arguments: [0, 1, 2, 7, 1000])
    func resultsInOrder(count: Int) throws {
        let seed = Seed.announced(for: "ParallelMapTests.resultsInOrder")
        let results = try mapInParallel(Array(0..<count)) { number in
            // Some items take much longer than others.
            var luck = Seed(seed.value &+ UInt64(number))
            for _ in 0..<Int.random(in: 0..<50, using: &luck) { sched_yield() }
            return number * 2
        }
        #expect(results == (0..<count).map { $0 * 2 }, "\(seed)")
    }
}
