import Testing
import WeirSystem

/// A queue that several threads fill and one empties.
@Suite struct BoundedQueueTests {
    /// No item is lost, and the items of one thread keep their order.
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

    /// Items from before the end are taken. Later ones are dropped, and no thread waits.
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
