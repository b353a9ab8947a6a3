/// The time, read once and passed on: the rules of fetching look at no clock.
struct ClockReading: Equatable, Sendable {
    /// Of a clock that only goes forward; for durations.
    var milliseconds: Int64
    /// Seconds since 1970; for dates that servers name.
    var unixSeconds: Int64
}
