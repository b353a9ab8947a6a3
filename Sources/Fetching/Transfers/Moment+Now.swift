import Glibc

extension Moment {
    static var now: Moment {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        let milliseconds = Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
        return Moment(milliseconds: milliseconds, unixSeconds: Int64(Glibc.time(nil)))
    }
}
