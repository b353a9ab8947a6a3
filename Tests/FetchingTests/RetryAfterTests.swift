import Foundation
import TestSupport
import Testing

@testable import Fetching

@Suite struct RetryAfterTests {
    /// 2026-07-31 12:00:00.
    private let now: Int64 = 1_785_499_200

    @Test(
        arguments: [
            ("0", 0), ("1", 1), ("120", 120), ("00120", 120), ("9223372036854775807", 100 * 366 * 86_400),
            ("Fri, 31 Jul 2026 12:00:30 GMT", 30), ("Friday, 31-Jul-26 12:00:30 GMT", 30), ("Fri Jul 31 12:00:30 2026", 30),
            ("Fri, 31 Jul 2026 11:59:59 GMT", 0), ("Sun Nov  6 08:49:37 1994", 0), ("Fri, 31 Dec 9999 23:59:59 GMT", 100 * 366 * 86_400),
        ] as [(String, Int64)])
    func waits(_ text: String, _ seconds: Int64) {
        #expect(withBytes(of: text) { RetryAfter($0) }?.wait(now: now) == seconds)
    }

    /// A date is read by the server's clock, if the server shows it.
    @Test(
        arguments: [
            ("Fri, 31 Jul 2026 13:00:05 GMT", "Fri, 31 Jul 2026 13:00:00 GMT", 5),
            ("Fri, 31 Jul 2026 11:00:05 GMT", "Fri, 31 Jul 2026 11:00:00 GMT", 5),
            ("Fri, 31 Jul 2026 12:00:00 GMT", "Fri, 31 Jul 2026 13:00:00 GMT", 0), ("Fri, 31 Jul 2026 12:00:30 GMT", "today", 30),
            ("Fri Jul 31 13:00:05 2026", "Friday, 31-Jul-26 13:00:00 GMT", 5), ("7", "Fri, 31 Jul 2026 13:00:00 GMT", 7),
        ] as [(String, String, Int64)])
    func aClockThatIsWrong(_ retryAfter: String, _ date: String, _ seconds: Int64) {
        #expect(head("HTTP/1.1 503", "Retry-After: \(retryAfter)", "Date: \(date)").wait(now: now) == seconds)
        #expect(head("HTTP/1.1 503", "Date: \(date)", "Retry-After: \(retryAfter)").wait(now: now) == seconds)
    }

    @Test(arguments: ["", "-1", "1.5", "+1", "1s", "soon", "1,2", "9223372036854775808", "99999999999999999999999"])
    func meansNothing(_ text: String) {
        #expect(withBytes(of: text) { RetryAfter($0) } == nil)
    }
}

@Suite struct HTTPDateTests {
    @Test(
        arguments: [
            ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777),
            ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
            ("Sun Nov  6 08:49:37 1994", 784_111_777),
            ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
            ("Wed, 31 Dec 1969 23:59:59 GMT", -1),
            ("Tue, 29 Feb 2000 00:00:00 GMT", 951_782_400),
            ("Sun Feb 29 12:00:00 2032", 1_961_668_800),
            ("Sat, 31 Dec 2016 23:59:60 GMT", 1_483_228_800),
            ("Fri, 31 Dec 9999 23:59:59 GMT", 253_402_300_799),
            ("Sat, 01 Jan 0000 00:00:00 GMT", -62_167_219_200),
            ("sun, 06 nov 1994 08:49:37 GMT", 784_111_777),
            // A year of two digits is at most fifty years ahead of 2026.
            ("Thursday, 01-Jan-70 00:00:00 GMT", 3_155_760_000),
            ("Friday, 01-Jan-77 00:00:00 GMT", 220_924_800),
            ("Saturday, 01-Jan-00 00:00:00 GMT", 946_684_800),
        ] as [(String, Int64)])
    func readable(_ text: String, _ seconds: Int64) {
        #expect(withBytes(of: text) { HTTPDate($0) }?.unixSeconds(now: 1_785_499_200) == seconds)
    }

    /// A year of two digits that is just fifty years ahead, and one that is a second more.
    @Test(arguments: [(0, 3_376_684_800), (1, 220_924_800)] as [(Int64, Int64)])
    func fiftyYears(seconds: Int64, expected: Int64) {
        let now = 3_376_684_800 - 50 * 31_556_952 - seconds
        #expect(withBytes(of: "Friday, 01-Jan-77 00:00:00 GMT") { HTTPDate($0) }?.unixSeconds(now: now) == expected)
    }

    @Test(arguments: [
        "", "Sun", "Sun,", "Sun, ", "Sun, 6 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 94 08:49:37 GMT",
        "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 UTC", "Sun, 06 Nov 1994 08:49:37 GMT ",
        "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:60:00 GMT", "Sun, 06 Nov 1994 08:49:61 GMT",
        "Sun, 00 Nov 1994 08:49:37 GMT", "Sun, 31 Nov 1994 08:49:37 GMT", "Wed, 29 Feb 2001 00:00:00 GMT",
        "Thu, 29 Feb 1900 00:00:00 GMT", "Sun, 06 Nvo 1994 08:49:37 GMT", "Sun, 06 November 1994 08:49:37 GMT",
        "Sunday, 06-Nov-1994 08:49:37 GMT", "Sun Nov 6 08:49:37 1994", "Sun Nov  6 08:49:37 94",
        "Sun Nov  6 08:49:37 1994 GMT", "1994-11-06T08:49:37Z", "Sun, -6 Nov 1994 08:49:37 GMT",
        "Sun,  06 Nov 1994 08:49:37 GMT",
    ])
    func unreadable(_ text: String) {
        #expect(withBytes(of: text) { HTTPDate($0) } == nil)
    }

    /// Compares with the calendar of the system.
    @Test func everyDayOfFourCenturies() {
        for day in -80_000...80_000 {
            var seconds = time_t(day * 86_400)
            var parts = tm()
            gmtime_r(&seconds, &parts)
            var text = [CChar](repeating: 0, count: 64)
            let count = strftime(&text, 64, "%a, %d %b %Y 00:00:00 GMT", &parts)
            let date = text.withUnsafeBytes { HTTPDate(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
            #expect(date?.unixSeconds(now: 0) == Int64(seconds))
        }
    }
}
