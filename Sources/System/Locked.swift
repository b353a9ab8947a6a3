import Glibc

/// A value behind a lock, with a condition variable.
///
/// `@unchecked Sendable`: the value is used only between lock and unlock.
package final class Locked<Value: ~Copyable>: @unchecked Sendable {
    fileprivate var guarded: Value
    fileprivate let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    fileprivate let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    package init(_ value: consuming Value) {
        guarded = value
        pthread_mutex_init(mutex, nil)
        var clock = pthread_condattr_t()
        pthread_condattr_init(&clock)
        pthread_condattr_setclock(&clock, CLOCK_MONOTONIC)
        pthread_cond_init(changed, &clock)
        pthread_condattr_destroy(&clock)
    }

    deinit {
        pthread_cond_destroy(changed)
        pthread_mutex_destroy(mutex)
        changed.deallocate()
        mutex.deallocate()
    }

    package func change<Result, Failure: Error>(_ body: (inout Value) throws(Failure) -> Result) throws(Failure) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&guarded)
    }

    /// Changes the value and wakes the threads that wait for it.
    package func announce(_ body: (inout Value) -> Void) {
        pthread_mutex_lock(mutex)
        body(&guarded)
        pthread_cond_broadcast(changed)
        pthread_mutex_unlock(mutex)
    }

    /// Wakes the threads that wait for the value, since something beside it has changed.
    package func notifyAll() { announce { _ in } }
}

extension Locked {
    package var value: Value { read { $0 } }

    package func read<Result>(_ body: (Value) -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body(guarded)
    }

    /// Waits until the condition holds, then changes the value.
    package func wait<Result>(until condition: (Value) -> Bool, _ body: (inout Value) -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while !condition(guarded) { pthread_cond_wait(changed, mutex) }
        return body(&guarded)
    }

    /// Waits until the condition holds or the time is over. Returns whether the condition holds.
    package func wait(atMost seconds: Double, until condition: (Value) -> Bool) -> Bool {
        var end = timespec()
        clock_gettime(CLOCK_MONOTONIC, &end)
        let nanoseconds = end.tv_nsec + Int(seconds * 1e9)
        end.tv_sec += nanoseconds / 1_000_000_000
        end.tv_nsec = nanoseconds % 1_000_000_000
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while !condition(guarded) {
            if pthread_cond_timedwait(changed, mutex, &end) != 0 { return condition(guarded) }
        }
        return true
    }
}

/// A queue with a bound. Several threads give items, and one thread takes them in the same order.
package final class BoundedQueue<Item: Sendable>: Sendable {
    private struct QueueState {
        var waiting: [Item] = []
        var isClosed = false
    }

    private let state = Locked(QueueState())
    private let mostWaiting: Int

    /// A thread that gives items waits while at least `mostWaiting` items are in the queue.
    package init(mostWaiting: Int) { self.mostWaiting = mostWaiting }

    package var isClosed: Bool { state.read { $0.isClosed } }

    /// Drops the items if the queue is closed.
    package func give(_ items: [Item]) {
        state.wait(until: { $0.waiting.count < mostWaiting || $0.isClosed }) { state in
            if !state.isClosed { state.waiting += items }
        }
        state.notifyAll()
    }

    /// Waits for items and takes all of them; nil once the queue is closed and empty.
    package func take() -> [Item]? {
        let items = state.wait(until: { !$0.waiting.isEmpty || $0.isClosed }) { state in
            defer { state.waiting = [] }
            return state.waiting
        }
        // The queue has room again, so the threads that wait to give are woken.
        state.notifyAll()
        return items.isEmpty ? nil : items
    }

    package func close() { state.announce { $0.isClosed = true } }
}
