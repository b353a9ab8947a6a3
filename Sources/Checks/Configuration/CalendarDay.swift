import Base

/// A day of the Gregorian calendar, written as `2027-01-31`.
struct CalendarDay {
    /// The Unix time at which the day begins in UTC.
    let start: Int64

    /// nil if there is no such day.
    init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { $0.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int64($0) : nil }
        guard parts.map(\.utf8.count) == [4, 2, 2], numbers.count == 3 else { return nil }
        self.init(year: numbers[0], month: numbers[1], day: numbers[2])
    }

    init?(year: Int64, month: Int64, day: Int64) {
        let isLeap = CalendarDate.isLeap(year)
        guard (1...12).contains(month), (1...CalendarDate.days(in: month, isLeap: isLeap)).contains(day) else { return nil }
        start = CalendarDate.days(to: year, month, day) * Self.seconds
    }

    static let seconds: Int64 = 86_400
}
