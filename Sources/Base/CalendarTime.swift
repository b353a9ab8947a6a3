/// A Unix time in UTC as in RFC 3339: `2026-11-21T08:52:29Z`, or with milliseconds `2026-11-21T08:52:29.120Z`. A year
/// before 0 or after 9999 has a sign or more than four digits.
public func calendarTime(_ unixSeconds: Int64, milliseconds: Int? = nil) -> String {
    var text = ByteBuffer()
    text.append(calendarTime: unixSeconds, milliseconds: milliseconds)
    return String(decoding: text.bytes, as: UTF8.self)
}

/// The Unix time that a text in the form of RFC 3339 says, without parts of a second; nil for any other text.
public func unixSeconds(ofCalendarTime text: String) -> Int64? {
    let bytes = Array(text.utf8)
    guard bytes.count >= 20, [4, 7].allSatisfy({ bytes[$0] == UInt8(ascii: "-") }), [13, 16].allSatisfy({ bytes[$0] == UInt8(ascii: ":") })
    else { return nil }
    let parts = [0..<4, 5..<7, 8..<10, 11..<13, 14..<16, 17..<19].map { Int64(String(decoding: bytes[$0], as: UTF8.self)) }
    var numbers: [Int64] = []
    for part in parts { if let part { numbers.append(part) } else { return nil } }
    let zone = bytes[19...].drop { $0 == UInt8(ascii: ".") || (0x30...0x39).contains($0) }
    guard let offset = secondsOfZone(String(decoding: zone, as: UTF8.self)) else { return nil }
    let day = CalendarDate.days(to: numbers[0], numbers[1], numbers[2])
    return day * 86_400 + numbers[3] * 3600 + numbers[4] * 60 + numbers[5] - offset
}

/// The seconds by which a zone is ahead of UTC: `Z`, `+02:00`.
private func secondsOfZone(_ zone: String) -> Int64? {
    if zone == "Z" || zone == "z" { return 0 }
    let parts = zone.dropFirst().split(separator: ":").compactMap { Int64($0) }
    guard parts.count == 2, zone.hasPrefix("+") || zone.hasPrefix("-") else { return nil }
    return (parts[0] * 3600 + parts[1] * 60) * (zone.hasPrefix("-") ? -1 : 1)
}

extension ByteBuffer {
    /// Appends a Unix time in the form of `calendarTime`, without a string of its own: a log has a time in each line.
    public mutating func append(calendarTime unixSeconds: Int64, milliseconds: Int? = nil) {
        let day = floored(unixSeconds, by: 86_400)
        let second = unixSeconds - day * 86_400
        let date = CalendarDate(daysSince1970: day)
        append(padded(date.year, to: 4))
        append(twoDigits: date.month, behind: "-")
        append(twoDigits: date.day, behind: "-")
        append(twoDigits: second / 3600, behind: "T")
        append(twoDigits: second / 60 % 60, behind: ":")
        append(twoDigits: second % 60, behind: ":")
        if let milliseconds {
            append(twoDigits: Int64(milliseconds / 10), behind: ".")
            append(digit(Int64(milliseconds % 10)))
        }
        append("Z")
    }

    private mutating func append(twoDigits number: Int64, behind mark: StaticString) {
        append(mark)
        append(digit(number / 10))
        append(digit(number % 10))
    }
}

private func digit(_ number: Int64) -> UInt8 { UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number) }

/// A day of the Gregorian calendar. Years begin in March, so the leap day is the last day of a year.
private struct CalendarDate {
    let year: Int64
    let month: Int64
    let day: Int64

    private static let daysOf400Years: Int64 = 146_097
    private static let daysOf100Years: Int64 = 36_524
    private static let daysOf4Years: Int64 = 1461
    /// The days from 1 March of the year 0 to 1 January 1970.
    private static let daysTo1970: Int64 = 719_468

    /// The days from 1 January 1970 to a day.
    static func days(to year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let year = month <= 2 ? year - 1 : year
        let leapDays = floored(year, by: 4) - floored(year, by: 100) + floored(year, by: 400)
        let inYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return year * 365 + leapDays + inYear - daysTo1970
    }

    init(daysSince1970 days: Int64) {
        let days = days + Self.daysTo1970
        let cycle = floored(days, by: Self.daysOf400Years)
        let rest = days - cycle * Self.daysOf400Years
        // The last century of a cycle and the last year of four are one day longer.
        let century = min(rest / Self.daysOf100Years, 3)
        let inCentury = rest - century * Self.daysOf100Years
        let four = inCentury / Self.daysOf4Years
        let inFour = inCentury - four * Self.daysOf4Years
        let single = min(inFour / 365, 3)
        let inYear = inFour - single * 365
        // From March on, the months have 31, 30, 31, 30, 31 days, repeated: 153 days in five months.
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
