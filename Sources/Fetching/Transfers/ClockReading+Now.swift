import Glibc

extension ClockReading {
    static var now: ClockReading {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        let milliseconds = Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
        return ClockReading(milliseconds: milliseconds, unixSeconds: Int64(Glibc.time(nil)))
    }
}
