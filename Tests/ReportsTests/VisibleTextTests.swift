import Base
import System
import Testing

@testable import Reports

@Suite struct VisibleTextTests {
    @Test(arguments: [
        // A text, its visible form, and its JSON.
        ("", "", #""""#),
        ("a \"b\" \\", "a \"b\" \\", #""a \"b\" \\""#),
        ("¥169 É 靴 😀 שלום", "¥169 É 靴 😀 שלום", #""¥169 É 靴 😀 שלום""#),
        ("\0\u{1F}\u{7F}\u{80}\u{9F}\u{A0}", "<U+0000><U+001F><U+007F><U+0080><U+009F>\u{A0}", #""\u0000\u001f\u007f\u0080\u009f\#u{A0}""#),
        ("a\tb\r\n", "a<U+0009>b<U+000D><U+000A>", #""a\u0009b\u000d\u000a""#),
        ("\u{200E}\u{202E}\u{2066}\u{2028}\u{FEFF}\u{AD}", "<U+200E><U+202E><U+2066><U+2028><U+FEFF><U+00AD>", #""\u200e\u202e\u2066\u2028\ufeff\u00ad""#),
        ("\u{FFFE}\u{10FFFF}\u{3164}\u{E0001}", "<U+FFFE><U+10FFFF><U+3164><U+E0001>", #""\ufffe\udbff\udfff\u3164\udb40\udc01""#),
        ("❤\u{FE0F}👩\u{200D}🚀", "❤\u{FE0F}👩\u{200D}🚀", "\"❤\u{FE0F}👩\u{200D}🚀\""),
    ])
    func table(text: String, shown: String, json: String) {
        #expect(text.visible == shown)
        var output = ByteBuffer()
        output.append(visibleJSON: text)
        #expect(String(decoding: output.bytes, as: UTF8.self) == json)
    }

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
