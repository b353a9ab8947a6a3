import Encodings
import TestSupport
import Testing

@Suite struct LineTextTests {
    @Test(arguments: [
        ("", ""),
        ("photos/a b.jpg", "photos/a b.jpg"),
        ("a\tb\nc\rd", #"a\tb\nc\rd"#),
        (#"a\b"#, #"a\\b"#),
        ("\u{0}\u{1B}[2J\u{7F}", #"\x00\x1b[2J\x7f"#),
        ("é靴😀", "é靴😀"),
        ([0x61, 0xFF, 0x0A], [0x61, 0xFF, 0x5C, 0x6E]),
    ] as [(Bytes, Bytes)])
    func table(path: Bytes, expected: Bytes) {
        #expect(written { output in path.all.withUnsafeBufferPointer { output.append(escaping: $0) } } == expected.all)
    }

    @Test func hexadecimal() {
        #expect(text { output in for byte in [0, 9, 10, 0xA0, 0xFF] as [UInt8] { output.append(hex: byte) } } == "00090aa0ff")
    }
}
