/// A Unix time in UTC as in RFC 3339: `2026-11-21T08:52:29Z`, or with milliseconds `2026-11-21T08:52:29.120Z`. A year
/// before 0 or after 9999 has a sign or more than four digits.
package func calendarTime(_ unixSeconds: Int64, milliseconds: Int? = nil) -> String {
    var text = ByteBuffer()
    text.append(calendarTime: unixSeconds, milliseconds: milliseconds)
    return String(decoding: text.bytes, as: UTF8.self)
}

/// The Unix time that a text in the form of RFC 3339 says, without parts of a second; nil for any other text. The zone may
/// also be written without its colon (ISO 8601).
package func unixSeconds(ofCalendarTime text: String) -> Int64? {
    let bytes = Array(text.utf8)
    guard bytes.count >= 20, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"), "Tt ".utf8.contains(bytes[10]),
        bytes[13] == UInt8(ascii: ":"), bytes[16] == UInt8(ascii: ":")
    else { return nil }
    // Ranges of so few digits cannot overflow.
    guard let year = number(bytes[0..<4], in: 0...9999), let month = number(bytes[5..<7], in: 1...12),
        let day = number(bytes[8..<10], in: 1...CalendarDate.days(in: month, isLeap: CalendarDate.isLeap(year))),
        let hour = number(bytes[11..<13], in: 0...23), let minute = number(bytes[14..<16], in: 0...59),
        // A minute may end with a leap second.
        let second = number(bytes[17..<19], in: 0...60), let offset = secondsOfZone(behindFraction(bytes[19...]))
    else { return nil }
    return CalendarDate.days(to: year, month, day) * 86_400 + hour * 3600 + minute * 60 + second - offset
}

/// The text behind the parts of a second, if there are any.
private func behindFraction(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard text.first == UInt8(ascii: ".") else { return text }
    let rest = text.dropFirst().drop { isDigit($0) }
    return rest.startIndex > text.startIndex + 1 ? rest : []
}

/// The seconds by which a zone is ahead of UTC: `Z`, `+02:00`, `+0200`.
private func secondsOfZone(_ zone: ArraySlice<UInt8>) -> Int64? {
    guard let sign = zone.first else { return nil }
    var digits = Array(zone.dropFirst())
    if sign | 0x20 == UInt8(ascii: "z") { return digits.isEmpty ? 0 : nil }
    if digits.count == 5, digits[2] == UInt8(ascii: ":") { digits.remove(at: 2) }
    guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"), digits.count == 4, let hours = number(digits[..<2], in: 0...23),
        let minutes = number(digits[2...], in: 0...59)
    else { return nil }
    return (hours * 3600 + minutes * 60) * (sign == UInt8(ascii: "-") ? -1 : 1)
}

/// The number that a few digits write; nil for other bytes, and for a number out of the range.
private func number(_ digits: ArraySlice<UInt8>, in range: ClosedRange<Int64>) -> Int64? {
    guard digits.allSatisfy({ isDigit($0) }) else { return nil }
    let number = digits.reduce(0) { $0 * 10 + Int64($1 - 0x30) }
    return range.contains(number) ? number : nil
}

extension ByteBuffer {
    /// Appends a Unix time in the form of `calendarTime`, without a string of its own: a log has a time in each line.
    package mutating func append(calendarTime unixSeconds: Int64, milliseconds: Int? = nil) {
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

private func padded(_ number: Int64, to width: Int) -> String {
    let digits = "\(number)"
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
}

/// A day of the Gregorian calendar. Years begin in March, so the leap day is the last day of a year.
package struct CalendarDate {
    let year: Int64
    let month: Int64
    let day: Int64

    private static let daysOf400Years: Int64 = 146_097
    private static let daysOf100Years: Int64 = 36_524
    private static let daysOf4Years: Int64 = 1461
    /// The days from 1 March of the year 0 to 1 January 1970.
    private static let daysTo1970: Int64 = 719_468

    /// The days from 1 January 1970 to a day.
    package static func days(to year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let year = month <= 2 ? year - 1 : year
        let leapDays = floored(year, by: 4) - floored(year, by: 100) + floored(year, by: 400)
        let inYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return year * 365 + leapDays + inYear - daysTo1970
    }

    package static func isLeap(_ year: Int64) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

    /// The days of a month from 1 to 12.
    package static func days(in month: Int64, isLeap: Bool) -> Int64 {
        switch month {
        case 2: isLeap ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
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

func floored(_ number: Int64, by divisor: Int64) -> Int64 {
    number / divisor - (number % divisor < 0 ? 1 : 0)
}
