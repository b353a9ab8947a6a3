/// The Retry-After header (RFC 9110, 10.2.3).
enum RetryAfter: Equatable, Sendable {
    case seconds(Int64)
    case date(HTTPDate)

    /// Returns nil for any other value. Such a header is ignored.
    init?(_ value: UnsafeRawBufferPointer) {
        if let seconds = decimalNumber(value) {
            self = .seconds(min(Int64(seconds), RetryAfter.longest))
        } else if let date = HTTPDate(value) {
            self = .date(date)
        } else {
            return nil
        }
    }

    /// Seconds from `now` on; 0 for a date that has passed.
    func wait(now: Int64) -> Int64 {
        switch self {
        case .seconds(let seconds): seconds
        case .date(let date): min(max(0, date.unixSeconds(now: now) - now), RetryAfter.longest)
        }
    }

    /// A hundred years in seconds. The limit prevents overflow in sums.
    private static let longest: Int64 = 100 * 366 * 86_400
}
