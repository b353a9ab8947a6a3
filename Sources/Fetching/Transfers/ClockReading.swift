/// The time that is passed to the rules of fetching. The rules read no clock themselves.
struct ClockReading: Equatable, Sendable {
    /// Time of a monotonic clock, for durations.
    var milliseconds: Int64
    /// Seconds since 1970, for the dates in servers' answers.
    var unixSeconds: Int64
}
