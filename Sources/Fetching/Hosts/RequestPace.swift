/// Spreads requests evenly over time, for `--rate`. This is a token bucket of one token, so that no second has more
/// requests than the rate allows.
struct RequestPace: Equatable, Sendable {
    /// Microseconds from one request to the next; 0 if there is no rate.
    private let interval: Int64
    private var next: Int64 = .min

    init(perSecond: Double?) {
        guard let perSecond, perSecond > 0 else {
            interval = 0
            return
        }
        interval = Int64(min(1e12, (1e6 / perSecond).rounded(.up)))
    }

    /// The first millisecond in which a request may be made.
    func earliest(at now: ClockReading) -> Int64 {
        interval == 0 || next <= now.milliseconds * 1000 ? now.milliseconds : (next + 999) / 1000
    }

    /// Called for each request. Unused time does not permit more requests later.
    mutating func requested(at now: ClockReading) {
        guard interval > 0 else { return }
        // The clock counts whole milliseconds, so up to 999 µs since `next` may have passed unseen. They are not lost.
        next = max(next, now.milliseconds * 1000 - 999) + interval
    }
}
