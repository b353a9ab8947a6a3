import TestSupport
import Testing
import WeirBase

@Suite struct SHA256Tests {
    /// The examples of NIST (FIPS 180-4; Cryptographic Standards and Guidelines, examples).
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        (
            "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
            "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
        ),
    ])
    func examples(text: String, expected: String) {
        #expect(hash(Array(text.utf8)) == expected)
    }

    @Test func aMillionTimesA() {
        var hash = SHA256()
        let piece = [UInt8](repeating: UInt8(ascii: "a"), count: 1000)
        for _ in 0..<1000 { piece.withUnsafeBytes { hash.append($0) } }
        #expect(hash.hexDigest == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    }

    /// Texts of every length up to two blocks, in one piece, in two pieces, and byte by byte.
    @Test func piecesDoNotMatter() {
        let bytes = (0..<130).map { UInt8(truncatingIfNeeded: $0 * 7) }
        for count in 0...bytes.count {
            let whole = hash(bytes[..<count])
            #expect(pieces((0..<count).map { bytes[$0..<$0 + 1] }) == whole)
            for cut in stride(from: 0, through: count, by: 9) {
                #expect(pieces([bytes[..<cut], bytes[cut..<count]]) == whole)
            }
        }
    }

    @Test func goesOnBehindADigest() {
        var hash = SHA256()
        Array("ab".utf8).withUnsafeBytes { hash.append($0) }
        _ = hash.hexDigest
        Array("c".utf8).withUnsafeBytes { hash.append($0) }
        #expect(hash.hexDigest == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    }

    @Test(.needs(.program("sha256sum")))
    func agreesWithAnotherProgram() throws {
        var seed = Seed.announced(for: "SHA256Tests.agreesWithAnotherProgram")
        let program = try #require(Program.named("sha256sum"))
        for count in [0, 1, 55, 56, 57, 63, 64, 65, 119, 120, 128, 1000, 65_536, 300_001] {
            let bytes = (0..<count).map { _ in UInt8(truncatingIfNeeded: seed.next()) }
            let answer = try program.run(input: Bytes(bytes)).text
            #expect(answer.hasPrefix(hash(bytes) + " "), "\(count) bytes, \(seed)")
        }
    }

    /// RFC 4231, 4.2, 4.3 and 4.7: a short key, one of letters, and one that is longer than a block.
    @Test(arguments: [
        ([UInt8](repeating: 0x0B, count: 20), "Hi There", "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"),
        (Array("Jefe".utf8), "what do ya want for nothing?", "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"),
        (
            [UInt8](repeating: 0xAA, count: 131), "Test Using Larger Than Block-Size Key - Hash Key First",
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
        ),
    ])
    func keyed(key: [UInt8], text: String, digest: String) {
        let digits = KeyedSHA256(key: key).digest(of: text).map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }
        #expect(digits.joined() == digest)
    }

    private func hash(_ bytes: some Sequence<UInt8>) -> String { pieces([Array(bytes)[...]]) }

    private func pieces(_ pieces: [ArraySlice<UInt8>]) -> String {
        var hash = SHA256()
        for piece in pieces { piece.withUnsafeBytes { hash.append($0) } }
        return hash.hexDigest
    }
}
