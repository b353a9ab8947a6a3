import Glibc

/// Seconds on a clock that only goes forward.
package func monotonicSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// The time of day in Unix seconds. This clock may jump.
package func unixSeconds() -> Int64 { unixTime().seconds }

/// The time of day in Unix seconds, with its milliseconds.
package func unixTime() -> (seconds: Int64, milliseconds: Int) {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return (Int64(now.tv_sec), now.tv_nsec / 1_000_000)
}

/// Calls a closure at regular intervals, on a thread of its own. Without a thread, it is never called.
package final class Ticker: Sendable {
    private let isStopped = Locked(false)
    private let thread: Locked<Thread?>

    package init(every seconds: Double, _ tick: @escaping @Sendable () -> Void) {
        thread = Locked(
            Thread { [isStopped] in
                while !isStopped.wait(atMost: seconds, until: { $0 }) { tick() }
            })
    }

    deinit { stop() }

    /// Returns when the closure runs no more.
    package func stop() {
        isStopped.announce { $0 = true }
        thread.change { $0.take() }?.join()
    }
}
