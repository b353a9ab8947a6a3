import TestSupport
import Testing
import WeirBase

@Suite struct VisibleTextTests {
    @Test(arguments: [
        // A text, its visible form, and its JSON.
        ("", "", #""""#),
        ("a \"b\" \\", "a \"b\" \\", #""a \"b\" \\""#),
        ("¥169 É 靴 😀 שלום", "¥169 É 靴 😀 שלום", #""¥169 É 靴 😀 שלום""#),
        ("\0\u{1F}\u{7F}\u{80}\u{9F}\u{A0}", "<U+0000><U+001F><U+007F><U+0080><U+009F>\u{A0}", #""\u0000\u001f\u007f\u0080\u009f\#u{A0}""#),
        ("a\tb\r\n", "a<U+0009>b<U+000D><U+000A>", #""a\tb\r\n""#),
        (
            "\u{200E}\u{202E}\u{2066}\u{2028}\u{FEFF}\u{AD}", "<U+200E><U+202E><U+2066><U+2028><U+FEFF><U+00AD>",
            #""\u200e\u202e\u2066\u2028\ufeff\u00ad""#
        ),
        ("\u{FFFE}\u{10FFFF}\u{3164}\u{E0001}", "<U+FFFE><U+10FFFF><U+3164><U+E0001>", #""\ufffe\udbff\udfff\u3164\udb40\udc01""#),
        ("❤\u{FE0F}👩\u{200D}🚀", "❤\u{FE0F}👩\u{200D}🚀", "\"❤\u{FE0F}👩\u{200D}🚀\""),
    ])
    func table(text: String, shown: String, json: String) {
        #expect(text.visible == shown)
        var output = ByteBuffer()
        output.append(visibleJSON: text)
        #expect(String(decoding: output.bytes, as: UTF8.self) == json)
    }

    @Test(
        arguments: [
            ("", ""),
            ("photos/a b.jpg", "photos/a b.jpg"),
            ("a\tb\nc\rd", #"a\tb\nc\rd"#),
            (#"a\b"#, #"a\\b"#),
            ("\u{0}\u{1B}[2J\u{7F}", #"\x00\x1b[2J\x7f"#),
            ("é靴😀 ¢ ¿", "é靴😀 ¢ ¿"),
            ("a\u{80}b\u{9B}2J\u{9F}\u{A0}", #"a\xc2\x80b\xc2\x9b2J\xc2\x9f"# + "\u{A0}"),
            ([0x61, 0xC2], [0x61, 0xC2]),
            ([0x61, 0xFF, 0x0A], [0x61, 0xFF, 0x5C, 0x6E]),
        ] as [(Bytes, Bytes)])
    func escapedName(path: Bytes, expected: Bytes) {
        #expect(written { output in path.all.withUnsafeBufferPointer { output.append(escaping: $0) } } == expected.all)
    }

    @Test func hexadecimal() {
        #expect(text { output in for byte in [0, 9, 10, 0xA0, 0xFF] as [UInt8] { output.append(hex: byte) } } == "00090aa0ff")
    }

    /// The same rule for a name on a line, whose bytes can be had back.
    @Test(arguments: [
        ("\u{202E}\u{2066}\u{200F}\u{61C}", #"\xe2\x80\xae\xe2\x81\xa6\xe2\x80\x8f\xd8\x9c"#),
        ("a\u{2028}\u{2029}b\u{85}", #"a\xe2\x80\xa8\xe2\x80\xa9b\xc2\x85"#),
        ("👩\u{200D}🚀\u{FEFF}", "👩\u{200D}🚀\\xef\\xbb\\xbf"),
    ])
    func name(name: String, shown: String) {
        #expect(text { output in Array(name.utf8).withUnsafeBufferPointer { output.append(escaping: $0) } } == shown)
    }

    @Test func lines() {
        #expect("a\nb\u{1B}\r\n".visibleLines == "a\nb<U+001B><U+000D>\n")
        #expect("a\nb".visible == "a<U+000A>b")
    }
}
