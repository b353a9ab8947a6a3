import WeirBase

/// The Retry-After header (RFC 9110, 10.2.3). libcurl reads it too (`CURLINFO_RETRY_AFTER`), but compares a date with our own clock.
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

/// A date and time in one of the three forms of RFC 9110, 5.6.7:
///
///     Sun, 06 Nov 1994 08:49:37 GMT
///     Sunday, 06-Nov-94 08:49:37 GMT
///     Sun Nov  6 08:49:37 1994
///
/// The day of the week is ignored, since it adds nothing to the date.
struct HTTPDate: Equatable, Sendable {
    private let year: Int
    private let month: Int
    private let day: Int
    private let second: Int
    /// Whether the year has only two digits, as in the second form.
    private let isCenturyOpen: Bool

    init?(_ text: UnsafeRawBufferPointer) {
        var scan = DateScan(text)
        guard scan.word() != nil else { return nil }
        let isCommaForm = scan.skip(",")
        guard scan.skip(" ") else { return nil }
        let (day, month, year, second): (Int?, Int?, Int?, Int?)
        var isCenturyOpen = false
        if isCommaForm {
            day = scan.number(digits: 2)
            isCenturyOpen = scan.skip("-")
            guard isCenturyOpen || scan.skip(" ") else { return nil }
            month = scan.month()
            guard scan.skip(isCenturyOpen ? "-" : " ") else { return nil }
            year = scan.number(digits: isCenturyOpen ? 2 : 4)
            guard scan.skip(" ") else { return nil }
            second = scan.timeOfDay()
            guard scan.skip(" "), scan.skip("G"), scan.skip("M"), scan.skip("T") else { return nil }
        } else {
            month = scan.month()
            guard scan.skip(" ") else { return nil }
            day = scan.skip(" ") ? scan.number(digits: 1) : scan.number(digits: 2)
            guard scan.skip(" ") else { return nil }
            second = scan.timeOfDay()
            guard scan.skip(" ") else { return nil }
            year = scan.number(digits: 4)
        }
        guard scan.isAtEnd, let day, let month, let year, let second,
            (1...CalendarDate.days(in: Int64(month), isLeap: isCenturyOpen || CalendarDate.isLeap(Int64(year)))).contains(Int64(day))
        else { return nil }
        (self.year, self.month, self.day, self.second) = (year, month, day, second)
        self.isCenturyOpen = isCenturyOpen
    }

    /// Seconds since 1970. If a year of two digits would be more than fifty years ahead of `now`, the year a century
    /// before is meant (RFC 9110, 5.6.7).
    func unixSeconds(now: Int64) -> Int64 {
        guard isCenturyOpen else { return unixSeconds(in: year) }
        let later = unixSeconds(in: 2000 + year)
        return later > now + 50 * secondsPerYear ? unixSeconds(in: 1900 + year) : later
    }

    private func unixSeconds(in year: Int) -> Int64 {
        CalendarDate.days(to: Int64(year), Int64(month), Int64(day)) * 86_400 + Int64(second)
    }
}

/// Parses a date from left to right. Each step returns nil or false if the text does not match.
private struct DateScan {
    private let text: UnsafeRawBufferPointer
    private var index = 0

    init(_ text: UnsafeRawBufferPointer) { self.text = text }

    var isAtEnd: Bool { index == text.count }

    mutating func skip(_ sign: Unicode.Scalar) -> Bool {
        guard index < text.count, text[index] == UInt8(ascii: sign) else { return false }
        index += 1
        return true
    }

    /// The next letters, at least three.
    mutating func word() -> UnsafeRawBufferPointer? {
        let word = UnsafeRawBufferPointer(rebasing: text[index...].prefix(while: isASCIILetter))
        index += word.count
        return word.count >= 3 ? word : nil
    }

    mutating func number(digits: Int) -> Int? {
        guard text.count - index >= digits else { return nil }
        defer { index += digits }
        return decimalNumber(UnsafeRawBufferPointer(rebasing: text[index..<index + digits])).map(Int.init)
    }

    mutating func month() -> Int? {
        guard let word = word() else { return nil }
        return monthNames.firstIndex { equalsIgnoringCase(word, $0) }.map { $0 + 1 }
    }

    /// A leap second counts as the second after it (5.6.7 allows 60).
    mutating func timeOfDay() -> Int? {
        guard let hour = number(digits: 2), skip(":"), let minute = number(digits: 2), skip(":"),
            let second = number(digits: 2), hour < 24, minute < 60, second <= 60
        else { return nil }
        return hour * 3600 + minute * 60 + second
    }
}

private let monthNames: [StaticString] = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
]

private let secondsPerYear: Int64 = 31_556_952
