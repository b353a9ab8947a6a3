import TestSupport
import Testing
import WeirBase

@Suite struct PercentEncodingTests {
    @Test(
        arguments: [
            ("", ""),
            ("a/b-c._~d/9.jpg", "a/b-c._~d/9.jpg"),
            ("!$&'()*+,;=:@", "!$&'()*+,;=:@"),
            ("a b.jpg", "a%20b.jpg"),
            ("100%.jpg", "100%25.jpg"),
            ("what?#[x]", "what%3F%23%5Bx%5D"),
            ("\"<>\\^`{|}", "%22%3C%3E%5C%5E%60%7B%7C%7D"),
            ("émaillée", "%C3%A9maill%C3%A9e"),
            ("靴😀", "%E9%9D%B4%F0%9F%98%80"),
            ([0x61, 0xFF, 0x00, 0x0A, 0x7F], "a%FF%00%0A%7F"),
        ] as [(Bytes, Bytes)])
    func table(path: Bytes, expected: Bytes) {
        #expect(encoded(path.all) == expected.all)
        #expect(percentDecoded(expected.all) == path.all)
    }

    /// Only the characters of pchar (RFC 3986, 3.3) and the slash are kept.
    @Test func everyByte() {
        let kept = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~!$&'()*+,;=:@/".utf8)
        for byte in UInt8.min...UInt8.max {
            #expect(encoded([byte]) == (kept.contains(byte) ? [byte] : Array("%".utf8) + hexDigits(of: byte)))
        }
        let all = Array(UInt8.min...UInt8.max)
        #expect(percentDecoded(encoded(all)) == all)
    }

    @Test func lowerCaseIsRead() {
        #expect(percentDecoded("%c3%A9%2f+".utf8) == Array("é/+".utf8))
    }

    @Test(arguments: ["%", "%4", "%4g", "%g4", "%%41", "a%", "% 41", "%+1", "%-1"])
    func brokenIsRefused(_ text: String) {
        #expect(percentDecoded(text.utf8) == nil)
    }

    private func encoded(_ path: [UInt8]) -> [UInt8] {
        written { output in path.withUnsafeBufferPointer { output.append(percentEncodedPath: $0) } }
    }

    private func hexDigits(of byte: UInt8) -> [UInt8] {
        let digits = Array("0123456789ABCDEF".utf8)
        return [digits[Int(byte) / 16], digits[Int(byte) % 16]]
    }
}
