/// Spreads requests evenly over time: `--rate`. A bucket that holds one token, so that a server
/// that counts by the second never sees more than was promised.
struct RequestPace: Equatable, Sendable {
    /// Microseconds from one request to the next; 0 where there is no rate.
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
    func earliest(at now: Moment) -> Int64 {
        interval == 0 || next <= now.milliseconds * 1000 ? now.milliseconds : (next + 999) / 1000
    }

    /// Takes a request into account; time that was not used is lost.
    mutating func requested(at now: Moment) {
        guard interval > 0 else { return }
        // A millisecond is the clock's grain: what it hides of the time since `next` is not lost.
        next = max(next, now.milliseconds * 1000 - 999) + interval
    }
}
