/// A time of Unix in the calendar, in UTC, as RFC 3339 writes it: `2026-11-21T08:52:29Z`, or with
/// milliseconds `2026-11-21T08:52:29.120Z`. A year before 0 or after 9999 has as many digits and
/// signs as it needs.
public func calendarTime(_ unixSeconds: Int64, milliseconds: Int? = nil) -> String {
    let day = floored(unixSeconds, by: 86_400)
    let second = unixSeconds - day * 86_400
    let date = CalendarDate(daysSince1970: day)
    let fraction = milliseconds.map { ".\(padded(Int64($0), to: 3))" } ?? ""
    return "\(padded(date.year, to: 4))-\(padded(date.month, to: 2))-\(padded(date.day, to: 2))"
        + "T\(padded(second / 3600, to: 2)):\(padded(second / 60 % 60, to: 2)):\(padded(second % 60, to: 2))\(fraction)Z"
}

/// A day of the Gregorian calendar. Years are counted from March, so that the day that some years
/// lack is their last.
private struct CalendarDate {
    let year: Int64
    let month: Int64
    let day: Int64

    private static let daysOf400Years: Int64 = 146_097
    private static let daysOf100Years: Int64 = 36_524
    private static let daysOf4Years: Int64 = 1461
    /// From 1 March of the year 0 to 1 January 1970.
    private static let daysTo1970: Int64 = 719_468

    init(daysSince1970 days: Int64) {
        let days = days + Self.daysTo1970
        let cycle = floored(days, by: Self.daysOf400Years)
        let rest = days - cycle * Self.daysOf400Years
        // The last century of a cycle and the last year of four are a day longer than the others.
        let century = min(rest / Self.daysOf100Years, 3)
        let inCentury = rest - century * Self.daysOf100Years
        let four = inCentury / Self.daysOf4Years
        let inFour = inCentury - four * Self.daysOf4Years
        let single = min(inFour / 365, 3)
        let inYear = inFour - single * 365
        // From March on, months have 31, 30, 31, 30, 31 days, over and over: 153 in five months.
        let monthFromMarch = (inYear * 5 + 2) / 153
        day = inYear - (monthFromMarch * 153 + 2) / 5 + 1
        month = (monthFromMarch + 2) % 12 + 1
        year = cycle * 400 + century * 100 + four * 4 + single + (month <= 2 ? 1 : 0)
    }
}

private func floored(_ number: Int64, by divisor: Int64) -> Int64 {
    number / divisor - (number % divisor < 0 ? 1 : 0)
}

private func padded(_ number: Int64, to width: Int) -> String {
    let digits = "\(number)"
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
}
