import Glibc

/// Whoever takes it has to release it; others wait meanwhile.
///
/// `@unchecked Sendable`: that is what a mutex is for.
final class Lock: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

    init() { pthread_mutex_init(mutex, nil) }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    func take() { pthread_mutex_lock(mutex) }
    func release() { pthread_mutex_unlock(mutex) }
}
