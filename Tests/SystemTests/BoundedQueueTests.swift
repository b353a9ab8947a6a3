import System
import Testing

/// What several threads give one another.
@Suite struct BoundedQueueTests {
    /// Of each thread, items come in the order in which it gave them, and none is lost.
    @Test(arguments: [1, 4], [1, 3, 1000])
    func everyItemInItsOrder(threads: Int, mostWaiting: Int) {
        let queue = BoundedQueue<(thread: Int, item: Int)>(mostWaiting: mostWaiting)
        let givers = (0..<threads).compactMap { thread in
            Thread { for item in 0..<500 { queue.give([(thread, item)]) } }
        }
        let closer = Thread {
            for giver in givers { giver.join() }
            queue.close()
        }
        var taken = Array(repeating: [Int](), count: threads)
        while let items = queue.take() {
            for (thread, item) in items { taken[thread].append(item) }
        }
        closer?.join()
        #expect(taken == Array(repeating: Array(0..<500), count: threads))
    }

    /// What was given before it was closed is taken; what is given later is dropped, and nobody waits.
    @Test func closing() {
        let queue = BoundedQueue<Int>(mostWaiting: 1)
        queue.give([1, 2])
        queue.close()
        queue.give([3])
        queue.give([4])
        #expect(queue.isClosed)
        #expect(queue.take() == [1, 2])
        #expect(queue.take() == nil)
    }
}
