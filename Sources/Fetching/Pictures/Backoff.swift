/// The wait before a retry: a random time up to a bound that doubles ("full jitter"). Pictures that failed together do
/// not come back together.
struct Backoff: Equatable, Sendable {
    var base: Int64 = 500
    var cap: Int64 = 30_000

    /// For a server that has too much to do. The host is slowed down as well.
    static let busy = Backoff(base: 2000)

    /// Milliseconds before the retry with that number, from 0 on. `random` is any number.
    func wait(beforeRetry number: Int, random: UInt64) -> Int64 {
        let bound = number < 16 ? min(cap, base << Int64(number)) : cap
        return Int64((UInt64(bound) + 1).multipliedFullWidth(by: random).high)
    }
}
