/// What time it is, as whoever asks has read it off: the rules of fetching look at no clock.
struct Moment: Equatable, Sendable {
    /// Of a clock that only goes forward; for what lasts.
    var milliseconds: Int64
    /// Seconds since 1970; for dates that servers name.
    var unixSeconds: Int64
}
