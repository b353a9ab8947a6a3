import Testing

@testable import Fetching

@Suite struct ContentRangeTests {
    @Test(
        arguments: [
            ("bytes 0-1023/5000", .bytes(first: 0, last: 1023, total: 5000)),
            ("bytes 0-1023/*", .bytes(first: 0, last: 1023, total: nil)),
            ("bytes 0-0/1", .bytes(first: 0, last: 0, total: 1)),
            ("bytes 4999-4999/5000", .bytes(first: 4999, last: 4999, total: 5000)),
            ("BYTES 1-2/3", .bytes(first: 1, last: 2, total: 3)),
            ("bytes 007-008/0009", .bytes(first: 7, last: 8, total: 9)),
            ("bytes */5000", .unsatisfied(total: 5000)),
            ("bytes */0", .unsatisfied(total: 0)),
            ("bytes 0-9223372036854775806/9223372036854775807", .bytes(first: 0, last: 1 << 63 - 2, total: 1 << 63 - 1)),
        ] as [(String, ContentRange)])
    func readable(_ text: String, _ range: ContentRange) {
        #expect(withBytes(of: text) { ContentRange($0) } == range)
    }

    @Test(arguments: [
        "", "bytes", "bytes ", "bytes 0-1023", "bytes 0-1023/", "bytes /5000", "bytes -/5000", "bytes 5-/5000",
        "bytes -5/5000", "bytes 5-4/5000", "bytes 0-5000/5000", "bytes 0-1/1", "bytes 0-1023/5000/1",
        "bytes 0-1023/-1", "bytes -1-5/10", "bytes 0--5/10", "bytes +0-5/10", "bytes 0 - 5/10", "bytes  0-5/10",
        "bytes 0-5/ 10", "bytes=0-5/10", "items 0-5/10", "octets 0-5/10", "bytes */*", "bytes **/5", "bytes 0-5/**",
        "bytes 0x0-0x5/10", "bytes 0-18446744073709551616/*", "bytes 0-9223372036854775808/*",
        "bytes 99999999999999999999999-5/10", "bytes 0-5/9223372036854775808", "0-5/10", "bytes/0-5",
        "bytes 0-5,7-9/10", "bytes 0-5/10,", "\u{0}ytes 0-5/10", "bytes ٠-٥/١٠",
    ])
    func unreadable(_ text: String) {
        #expect(withBytes(of: text) { ContentRange($0) } == .unreadable)
    }
}
