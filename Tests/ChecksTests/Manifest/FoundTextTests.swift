import Testing

@testable import Checks

/// The text at a fault, as a message names it.
@Suite struct FoundTextTests {
    @Test(
        arguments: [
            ([], "the end of the file"), ([0x0A], "a line end"), ([0x0D, 0x0A], "a line end"), ([0], "U+0000"), ([0x0F], "U+000F"),
            ([0x10], "U+0010"),
            ([0x1F], "U+001F"), ([0x20], "` `"), ([0x7E], "`~`"), ([0x7F], "U+007F"), ([0x80], "the byte 0x80"),
            ([0xC3, 0xA9, 0x41], "`é`"), ([0xC3], "the byte 0xC3"),
            ([0xFF], "the byte 0xFF"),
        ] as [([UInt8], String)])
    func bytes(_ bytes: [UInt8], _ text: String) {
        #expect(bytes.withUnsafeBufferPointer { found(at: 0, in: $0) } == text)
    }

    @Test(arguments: [
        ("undefined,", "`undefined`"), ("-1.5e_Z}", "`-1.5e_Z`"), ("09:", "`09`"), ("aA0zZ9[", "`aA0zZ9`"), ("@a", "`@`"), ("[a", "`[`"),
        ("{a", "`{`"), ("`a", "```"),
        ("/0", "`/`"), (":0", "`:`"), ("abcdefghijklmnopqrstuvwxyz", "`abcdefghijklmnopqrstuvwx`"),
    ])
    func words(_ document: String, _ text: String) {
        #expect(Array(document.utf8).withUnsafeBufferPointer { found(at: 0, in: $0) } == text)
        #expect(Array(",\(document)".utf8).withUnsafeBufferPointer { found(at: 1, in: $0) } == text)
    }
}
