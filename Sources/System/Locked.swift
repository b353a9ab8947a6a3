import Glibc

/// A value behind a lock, with a condition variable.
///
/// `@unchecked Sendable`: the value is used only between lock and unlock.
public final class Locked<Value: ~Copyable>: @unchecked Sendable {
    fileprivate var guarded: Value
    fileprivate let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    fileprivate let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    public init(_ value: consuming Value) {
        guarded = value
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(changed, nil)
    }

    deinit {
        pthread_cond_destroy(changed)
        pthread_mutex_destroy(mutex)
        changed.deallocate()
        mutex.deallocate()
    }

    public func change<Result, Failure: Error>(_ body: (inout Value) throws(Failure) -> Result) throws(Failure) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&guarded)
    }

    /// Changes the value and wakes the threads that wait for it.
    public func announce(_ body: (inout Value) -> Void) {
        pthread_mutex_lock(mutex)
        body(&guarded)
        pthread_cond_broadcast(changed)
        pthread_mutex_unlock(mutex)
    }
}

extension Locked {
    public var value: Value { read { $0 } }

    public func read<Result>(_ body: (Value) -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body(guarded)
    }

    /// Waits until the condition holds, then changes the value.
    public func wait<Result>(until condition: (Value) -> Bool, _ body: (inout Value) -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while !condition(guarded) { pthread_cond_wait(changed, mutex) }
        return body(&guarded)
    }
}
