import Base
import TestSupport
import Testing

@Suite struct LineTextTests {
    @Test(arguments: [
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
    func table(path: Bytes, expected: Bytes) {
        #expect(written { output in path.all.withUnsafeBufferPointer { output.append(escaping: $0) } } == expected.all)
    }

    @Test func hexadecimal() {
        #expect(text { output in for byte in [0, 9, 10, 0xA0, 0xFF] as [UInt8] { output.append(hex: byte) } } == "00090aa0ff")
    }
}
