import TestSupport
import Testing
import WeirRecords

/// UTF-16 becomes UTF-8, however its bytes arrive.
@Suite struct UTF16TranscoderTests {
    private static func document(_ units: [UInt16], isBigEndian: Bool) -> [UInt8] {
        ([0xFEFF] + units).flatMap { isBigEndian ? [UInt8($0 >> 8), UInt8($0 & 0xFF)] : [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    }

    private func transcode(_ document: [UInt8], pieceLength: Int) throws(DocumentFailure) -> String {
        guard var transcoder = UTF16Transcoder(recognizing: document) else { return "not recognized" }
        var text: [UInt8] = []
        var rest = document[...]
        while !rest.isEmpty {
            text += try transcoder.transcode(rest.prefix(pieceLength))
            rest = rest.dropFirst(pieceLength)
        }
        try transcoder.finish()
        return String(decoding: text, as: UTF8.self)
    }

    @Test(arguments: ["", "img,price\r\na,¥5\n", "é😀\u{FFFF}\u{10FFFF}\0\u{7F}\u{80}\u{7FF}\u{800}"], [true, false])
    func isTranscoded(text: String, isBigEndian: Bool) throws {
        let document = Self.document(Array(text.utf16), isBigEndian: isBigEndian)
        for length in [1, 2, 3, 1000] { #expect(try transcode(document, pieceLength: length) == text) }
    }

    @Test(
        arguments: [
            ([0x0A, 0xD800, 0x61], 2, "the UTF-16 text has half of a surrogate pair alone: export it as UTF-8"),
            ([0xDC00], 1, "the UTF-16 text has half of a surrogate pair alone: export it as UTF-8"),
            ([0x61, 0xD800], 1, "the UTF-16 text ends inside a character"),
        ] as [([UInt16], Int, String)])
    func isRefused(units: [UInt16], line: Int, message: String) {
        for length in [1, 3, 100] {
            #expect(throws: DocumentFailure(message, at: TextPosition(line: line, column: 1))) {
                try transcode(Self.document(units, isBigEndian: false), pieceLength: length)
            }
        }
    }

    @Test func anOddByteAtTheEnd() {
        #expect(throws: DocumentFailure.self) { try transcode([0xFE, 0xFF, 0, 0x61, 0], pieceLength: 2) }
    }

    /// The zeros of the first four bytes show the encoding; no catalogue in UTF-8 has any.
    @Test(
        arguments: [
            ([0xFF, 0xFE, 0, 0], "UTF-32LE", true), ([0, 0, 0xFE, 0xFF], "UTF-32BE", true), ([0x69, 0, 0, 0], "UTF-32LE", false),
            ([0, 0, 0, 0x69], "UTF-32BE", false),
            ([0x69, 0, 0x6D, 0, 0x67], "UTF-16LE", false), ([0, 0x69, 0, 0x6D], "UTF-16BE", false), ([0x69, 0x6D, 0x67, 0x2C], nil, false),
            ([0x69, 0, 0], nil, false),
            ([0x69, 0, 0, 0x6D], nil, false), ([0, 0x69, 0x6D, 0x67], nil, false), ([0, 0, 0, 0], nil, false), ([], nil, false),
        ] as [([UInt8], String?, Bool)])
    func otherEncodings(beginning: [UInt8], name: String?, hasMark: Bool) {
        let encoding = ForeignEncoding(of: beginning)
        let words = name.map { "the catalogue looks like \($0)\(hasMark ? "" : " without a byte order mark")" }
        #expect(encoding?.name == name && encoding?.fault == words)
    }
}
