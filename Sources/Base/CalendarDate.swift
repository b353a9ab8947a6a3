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
