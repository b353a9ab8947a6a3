import Foundation
import TestSupport
import Testing
import WeirBase

/// Calendar times, compared with those of Foundation.
@Suite struct CalendarTimeTests {
    @Test(
        arguments: [
            (0, "1970-01-01T00:00:00Z"), (-1, "1969-12-31T23:59:59Z"), (951_782_400, "2000-02-29T00:00:00Z"),
            (951_868_799, "2000-02-29T23:59:59Z"), (951_868_800, "2000-03-01T00:00:00Z"), (1_709_164_800, "2024-02-29T00:00:00Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"), (4_107_456_000, "2100-02-28T00:00:00Z"), (1_798_761_599, "2026-12-31T23:59:59Z"),
            (253_402_300_799, "9999-12-31T23:59:59Z"), (253_402_300_800, "10000-01-01T00:00:00Z"),
            (-62_167_219_200, "0000-01-01T00:00:00Z"),
        ] as [(Int64, String)])
    func days(seconds: Int64, text: String) { #expect(calendarTime(seconds) == text) }

    @Test(arguments: [
        (0, "1970-01-01T00:00:05.000Z"), (7, "1970-01-01T00:00:05.007Z"), (120, "1970-01-01T00:00:05.120Z"),
        (999, "1970-01-01T00:00:05.999Z"),
    ])
    func milliseconds(milliseconds: Int, text: String) { #expect(calendarTime(5, milliseconds: milliseconds) == text) }

    /// Before 1582 Foundation uses another calendar, so only later days are compared.
    @Test func asFoundationHasIt() {
        var seed = Seed.announced(for: "CalendarTimeTests.asFoundationHasIt")
        let style = Date.ISO8601FormatStyle()
        for _ in 0..<2000 {
            let seconds = Int64.random(in: -12_000_000_000...250_000_000_000, using: &seed)
            #expect(calendarTime(seconds) == Date(timeIntervalSince1970: Double(seconds)).formatted(style), "\(seed)")
            #expect(unixSeconds(ofCalendarTime: calendarTime(seconds)) == seconds, "\(seed)")
        }
    }

    @Test(
        arguments: [
            ("2026-11-23T15:00:00Z", 1_795_446_000), ("2026-11-23T15:00:00.125Z", 1_795_446_000),
            ("2026-11-23T17:30:00+02:30", 1_795_446_000),
            ("2026-11-23T10:00:00-05:00", 1_795_446_000), ("2026-11-23", nil), ("2026-11-23T15:00:00", nil), ("2026-11-23 15h00m00Z", nil),
            ("2026-11-23T15:00:00+0000", 1_795_446_000), ("2026-11-23T15:00:00+00:00", 1_795_446_000),
            ("2026-11-23T17:30:00+0230", 1_795_446_000),
            ("2026-11-23t15:00:00z", 1_795_446_000), ("2026-11-23 15:00:00.5Z", 1_795_446_000), ("2024-02-29T00:00:00Z", 1_709_164_800),
            ("0000-03-01T00:00:00Z", -62_162_035_200), ("9999-12-31T23:59:60-23:59", 253_402_387_140),
            ("2026-02-29T00:00:00Z", nil), ("2026-13-01T00:00:00Z", nil), ("2026-00-01T00:00:00Z", nil), ("2026-01-00T00:00:00Z", nil),
            ("2026-01-01T24:00:00Z", nil), ("2026-01-01T00:60:00Z", nil), ("2026-01-01T00:00:61Z", nil), ("2026-01-01T00:00:00.Z", nil),
            ("2026-01-01T00:00:00+24:00", nil), ("2026-01-01T00:00:00+00:60", nil), ("2026-01-01T00:00:00+0", nil),
            ("2026-01-01T00:00:00+00:0", nil),
            ("2026-01-01T00:00:00Z ", nil), ("2026-01-01T00:00:00+02:00:00", nil), ("2026-01-01T00:00:00*00:00", nil),
            ("2026-01-01T00:00:00..5Z", nil),
            ("yyyy-mm-ddThh:mm:ssZ", nil), ("+026-01-01T00:00:00Z", nil), ("-026-01-01T00:00:00Z", nil), ("2026-+1-01T00:00:00Z", nil),
            ("1795446000", nil), ("17954460000000000000000", nil), ("", nil),
            // Sums of these once went beyond 64 bits.
            ("2026-01-01T00:00:00+9999999999999999:00", nil), ("2026-01-01T00:00:00+-9223372036854775808:-1", nil),
            ("2026-01-01T00:00:00-9223372036854775807:00", nil), ("-9223372036854775808-01-01T00:00:00Z", nil),
        ] as [(String, Int64?)])
    func read(text: String, seconds: Int64?) { #expect(unixSeconds(ofCalendarTime: text) == seconds) }

    /// No text traps, whichever bytes of a time it changes. A text that is read says its time.
    @Test func drawnTexts() {
        var seed = Seed.announced(for: "CalendarTimeTests.drawnTexts")
        let times = ["2026-11-23T15:00:00Z", "2026-11-23T15:00:00.125Z", "2026-11-23T17:30:00+02:30", "2026-11-23T17:30:00-0230"]
        let pieces = ["", "-", "+", ":", ".", "0", "9", "99999999999999999999", "Z", "é", "-9223372036854775808", " "]
        for _ in 0..<20_000 {
            var text = Array(times[Int.random(in: times.indices, using: &seed)])
            for _ in 0..<Int.random(in: 1...3, using: &seed) {
                let start = Int.random(in: 0...text.count, using: &seed)
                let end = min(text.count, start + Int.random(in: 0...2, using: &seed))
                text.replaceSubrange(start..<end, with: pieces[Int.random(in: pieces.indices, using: &seed)])
            }
            guard let seconds = unixSeconds(ofCalendarTime: String(text)) else { continue }
            #expect(unixSeconds(ofCalendarTime: calendarTime(seconds)) == seconds || seconds < -62_167_219_200, "\(String(text))")
        }
    }

    /// Impossible times must not trap.
    @Test(arguments: [Int64.min / 2, -(1 << 53), 1 << 53, Int64.max / 2])
    func farAway(seconds: Int64) { #expect(calendarTime(seconds).hasSuffix("Z")) }
}
