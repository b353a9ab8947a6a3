import Foundation
import System
import Synchronization
import TestSupport
import Testing

/// Batches are numbers here, and work doubles them.
@Suite struct OrderedWorkTests {
    private static let threads = [1, 2, 3, 8, 16]

    @Test(arguments: threads, [0, 1, 2, 7, 1000])
    func everythingInOrder(threads: Int, count: Int) throws {
        let seed = Seed.announced(for: "ordered work")
        let delivered = Locked<[Int]>([])
        try OrderedWork<Int, Int>(threads: threads, next: numbers(to: count)) { result in
            delivered.change { $0.append(result) }
        }.run(makeWorker: { 0 }, work: { _, number in
            // Some batches take much longer than others.
            var luck = Seed(seed.value &+ UInt64(number))
            for _ in 0..<Int.random(in: 0..<50, using: &luck) { sched_yield() }
            return number * 2
        })
        #expect(delivered.value == (0..<count).map { $0 * 2 }, "\(seed)")
    }

    /// Each thread has one worker, which sees its batches one at a time and in order.
    @Test(arguments: threads)
    func oneWorkerForEachThread(threads: Int) throws {
        let made = Atomic(0)
        let seen = Locked<[Int: [Int]]>([:])
        try OrderedWork<Int, Int>(threads: threads, next: numbers(to: 500), deliver: { _ in })
            .run(makeWorker: { made.add(1, ordering: .relaxed).newValue }, work: { worker, number in
                seen.change { $0[worker, default: []].append(number) }
                return 0
            })
        #expect(made.load(ordering: .relaxed) == threads)
        let batches = seen.value
        #expect(batches.values.allSatisfy { $0 == $0.sorted() })
        #expect(batches.values.flatMap { $0 }.sorted() == Array(0..<500))
    }

    /// The other threads work ahead of the first batch, up to a limit of batches and of their size, which is 3 each.
    @Test(arguments: threads.dropFirst(), [10, 60, .max])
    func boundedLead(threads: Int, mostHeld: Int) throws {
        let limit = min(threads * 4, (mostHeld - 1) / 3 + 1)
        let lead = Locked((taken: 0, delivered: 0, furthest: 0))
        let finished = Atomic(0)
        try OrderedWork<Int, Int>(
            threads: threads, mostHeld: mostHeld, size: { _ in 3 },
            next: { @Sendable in
                lead.change { lead in
                    if lead.taken == 2000 { return nil }
                    lead.taken += 1
                    lead.furthest = max(lead.furthest, lead.taken - lead.delivered)
                    return lead.taken
                }
            },
            deliver: { _ in lead.change { $0.delivered += 1 } }
        ).run(makeWorker: { 0 }, work: { _, number in
            if number == 1 {
                // The others have reached the limit now, and would exceed it if nothing stopped them.
                while finished.load(ordering: .acquiring) < limit - 1 { sched_yield() }
                for _ in 0..<1000 { sched_yield() }
            }
            finished.add(1, ordering: .releasing)
            return number
        })
        #expect(lead.value.delivered == 2000)
        #expect(lead.value.furthest == limit)
    }

    /// Batches that the source gave before it failed are delivered, and no others.
    @Test(arguments: threads, [0, 1, 5, 100])
    func aSourceThatFails(threads: Int, good: Int) throws {
        let failure = MachineFailure.input("no more")
        let calls = Atomic(0)
        let hasFailed = Atomic(false)
        let delivered = Locked<[Int]>([])
        let work = OrderedWork<Int, Int>(
            threads: threads,
            next: { @Sendable () throws(MachineFailure) in
                let call = calls.add(1, ordering: .relaxed).oldValue
                if call < good { return call }
                hasFailed.store(true, ordering: .sequentiallyConsistent)
                throw failure
            },
            deliver: { result in delivered.change { $0.append(result) } })
        #expect(throws: failure) {
            try work.run(makeWorker: { 0 }, work: { _, number in
                // With a thread to spare, the last batch is finished after the failure.
                if threads > 1, number == good - 1 {
                    while !hasFailed.load(ordering: .sequentiallyConsistent) { sched_yield() }
                }
                return number
            })
        }
        #expect(delivered.value == Array(0..<good))
        #expect(calls.load(ordering: .relaxed) == good + 1)
    }

    /// After a failure nothing is delivered, and no batch is taken from the source.
    @Test(arguments: threads, [0, 1, 100])
    func aDeliveryThatFails(threads: Int, good: Int) throws {
        let delivered = Locked<[Int]>([])
        let taken = Atomic(0)
        let work = OrderedWork<Int, Int>(
            threads: threads,
            next: { @Sendable in taken.add(1, ordering: .relaxed).oldValue },
            deliver: { result throws(MachineFailure) in
                if result == good { throw .closedPipe }
                delivered.change { $0.append(result) }
            })
        #expect(throws: MachineFailure.closedPipe) { try work.run(makeWorker: { 0 }, work: { $1 }) }
        #expect(delivered.value == Array(0..<good))
        #expect(taken.load(ordering: .relaxed) <= good + threads * 4)
    }

    /// The source is asked for nothing while too much is held, which is told.
    @Test func workThatIsFull() throws {
        let isFull = Atomic(false)
        let taken = Atomic(0)
        let work = OrderedWork<Int, Int>(
            threads: 2, mostHeld: 6, size: { _ in 3 }, isFull: { isFull.store(true, ordering: .sequentiallyConsistent) },
            next: { @Sendable in
                let number = taken.add(1, ordering: .relaxed).oldValue
                return number < 20 ? number : nil
            },
            deliver: { _ in })
        try work.run(makeWorker: { 0 }, work: { _, number in
            // The first batch is not done before the others that may wait have been taken.
            while number == 0, !isFull.load(ordering: .sequentiallyConsistent) { sched_yield() }
            if number == 0 { #expect(taken.load(ordering: .relaxed) == 2) }
            return number
        })
        #expect(taken.load(ordering: .relaxed) > 20)
    }

    /// If all threads wait and none may be added, that is told too.
    @Test func allThreadsWait() throws {
        let isFull = Atomic(0)
        let work = OrderedWork<Int, Int>(
            threads: 2, mostThreads: 4, isFull: { isFull.add(1, ordering: .sequentiallyConsistent) }, next: numbers(to: 8), deliver: { _ in })
        try work.run(makeWorker: { 0 }, work: { _, number in
            work.addWorker()
            while number < 4, isFull.load(ordering: .sequentiallyConsistent) < 2 { sched_yield() }
            return number
        })
        #expect(isFull.load(ordering: .sequentiallyConsistent) >= 2)
    }

    /// So is it if a thread is too far ahead of one that waits, in batches that are not large. Without one that waits it is not.
    @Test(arguments: [true, false])
    func aThreadWaits(forTheNetwork isWaiting: Bool) throws {
        let isFull = Atomic(false)
        let taken = Atomic(0)
        let work = OrderedWork<Int, Int>(
            threads: 2, mostThreads: 8, isFull: { isFull.store(true, ordering: .sequentiallyConsistent) },
            next: { @Sendable in
                let number = taken.add(1, ordering: .sequentiallyConsistent).oldValue
                return number < 100 ? number : nil
            },
            deliver: { _ in })
        try work.run(makeWorker: { 0 }, work: { _, number in
            guard number == 0 else { return number }
            if isWaiting { work.addWorker() }
            let most = isWaiting ? 12 : 8
            while taken.load(ordering: .sequentiallyConsistent) < most { sched_yield() }
            for _ in 0..<(isWaiting ? 10_000_000 : 10_000) where !isFull.load(ordering: .sequentiallyConsistent) { sched_yield() }
            return number
        })
        #expect(isFull.load(ordering: .sequentiallyConsistent) == isWaiting)
    }

    /// One thread is added for each waiting one, up to a limit.
    @Test(arguments: [1, 2, 3], [1, 4, 16])
    func workThatWaits(threads: Int, most: Int) throws {
        let crew = max(threads, most)
        let made = Atomic(0)
        let waiting = Locked((now: 0, most: 0))
        let delivered = Locked<[Int]>([])
        let work = OrderedWork<Int, Int>(threads: threads, mostThreads: most, next: numbers(to: 400)) { result in
            delivered.change { $0.append(result) }
        }
        try work.run(makeWorker: { made.add(1, ordering: .relaxed).newValue }, work: { _, number in
            work.addWorker()
            waiting.change { waiting in
                waiting.now += 1
                waiting.most = max(waiting.most, waiting.now)
            }
            // No batch continues before all wait.
            while waiting.value.most < crew { sched_yield() }
            waiting.change { $0.now -= 1 }
            return number
        })
        #expect(delivered.value == Array(0..<400))
        #expect(waiting.value.most == crew && made.load(ordering: .relaxed) == crew)
    }

    private func numbers(to count: Int) -> @Sendable () throws(MachineFailure) -> Int? {
        let next = Counter()
        return { () throws(MachineFailure) in
            let number = next.take()
            return number < count ? number : nil
        }
    }
}

private final class Counter: Sendable {
    private let value = Atomic(0)
    func take() -> Int { value.add(1, ordering: .relaxed).oldValue }
}
