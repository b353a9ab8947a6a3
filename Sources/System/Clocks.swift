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
