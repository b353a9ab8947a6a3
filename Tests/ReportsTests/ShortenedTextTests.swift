import Testing

@testable import WeirReports

@Suite struct ShortenedTextTests {
    @Test(arguments: [("", 3, ""), ("abc", 3, "abc"), ("abcd", 3, "abc…"), ("靴靴靴", 3, "靴靴靴"), ("靴靴靴靴", 3, "靴靴靴…"), ("a\r\nb", 2, "a\r…")])
    func shortened(text: String, most: Int, shown: String) {
        #expect(text.shortened(to: most) == shown)
    }

    @Test(arguments: [
        (0, "0"), (7, "7"), (999, "999"), (1000, "1,000"), (12_345, "12,345"), (990_000, "990,000"), (1_234_567, "1,234,567"),
        (-1000, "-1,000"),
    ])
    func grouped(number: Int, shown: String) { #expect(number.grouped == shown) }
}
