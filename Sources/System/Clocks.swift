import Glibc

/// Seconds on a clock that only goes forward.
public func monotonicSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// The time of day, which may jump.
public func unixSeconds() -> Int64 { Int64(time(nil)) }
