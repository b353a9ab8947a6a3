import Foundation
import TestSupport
import Testing
import WeirBase

@Suite struct JSONTextTests {
    @Test(arguments: [
        ("", #""""#),
        ("plain", #""plain""#),
        ("a\"b\\c", #""a\"b\\c""#),
        ("\n\r\t", #""\n\r\t""#),
        ("\u{0}\u{1}\u{8}\u{B}\u{C}\u{1F}", #""\u0000\u0001\u0008\u000b\u000c\u001f""#),
        ("\u{7F}", "\"\u{7F}\""),
        ("a/b", #""a/b""#),
        ("¥169 É 靴 😀", #""¥169 É 靴 😀""#),
        ("\u{2028}\u{2029}\u{FFFD}", "\"\u{2028}\u{2029}\u{FFFD}\""),
        ("1234567\"", #""1234567\"""#),
        ("12345678\"", #""12345678\"""#),
        ("\"\"\"\"\"\"\"\"\"", #""\"\"\"\"\"\"\"\"\"""#),
        // The byte after an escaped one has the next higher value.
        ("\"#\"#", ##""\"#\"#""##),
        ("\\]\\]", #""\\]\\]""#),
    ])
    func table(plain: String, expected: String) {
        #expect(text { $0.append(json: plain) } == expected)
        #expect(text { output in Array(plain.utf8).withUnsafeBufferPointer { output.append(json: $0) } } == expected)
    }

    /// One character to escape, at every index of texts about as long as a machine word.
    @Test func everyIndex() {
        for length in 1...26 {
            for index in 0..<length {
                for sign in ["\"", "\\", "\n", "\u{1}"] {
                    var signs = [String](repeating: "é", count: length)
                    signs[index] = sign
                    expectReadable(signs.joined())
                    signs = [String](repeating: "x", count: length)
                    signs[index] = sign
                    expectReadable(signs.joined())
                }
            }
        }
    }

    @Test func randomTexts() {
        var seed = Seed.announced(for: "JSONTextTests.randomTexts")
        let signs: [Unicode.Scalar] = ["\"", "\\", "\n", "\u{0}", "\u{1F}", " ", "!", "#", "[", "]", "é", "靴", "😀", "\u{7F}"]
        for _ in 0..<2000 {
            let count = Int.random(in: 0...40, using: &seed)
            let scalars = (0..<count).map { _ in signs.randomElement(using: &seed)! }
            expectReadable(String(String.UnicodeScalarView(scalars)))
        }
    }

    private func expectReadable(_ plain: String) {
        let json = written { $0.append(json: plain) }
        let read = try? JSONSerialization.jsonObject(with: Data(json), options: .fragmentsAllowed) as? String
        #expect(read.map { Array($0.utf8) } == Array(plain.utf8), "\(plain.debugDescription)")
        #expect(!json.contains { $0 < 0x20 })
    }

    @Test(
        arguments: [
            ("a/é.jpg", #""a/é.jpg""#),
            ([0x61, 0xFF, 0x62], "\"a\u{FFFD}b\",\"path_hex\":\"61ff62\""),
            // An overlong slash, and an incomplete character at the end.
            ([0xC0, 0xAF], "\"\u{FFFD}\u{FFFD}\",\"path_hex\":\"c0af\""),
            ([0xE9, 0x9D], "\"\u{FFFD}\",\"path_hex\":\"e99d\""),
        ] as [(Bytes, String)])
    func path(_ path: Bytes, expected: String) {
        #expect(text { output in path.all.withUnsafeBufferPointer { output.append(jsonPath: $0) } } == expected)
    }
}
