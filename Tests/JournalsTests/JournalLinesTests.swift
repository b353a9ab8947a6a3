import ImageHeaders
import Journals
import TestSupport
import Testing
import WeirBase
import WeirRecords

/// The exported line of one picture, byte by byte.
@Suite struct JournalLinesTests {
    private static let known = PictureRecord(
        header: ImageHeader(
            format: .webp, displayed: PixelSize(width: 3, height: 4), stored: PixelSize(width: 4, height: 3), orientation: .right),
        bytes: 9, headerEnd: 30, entityTag: Array(#"W/"é""#.utf8), lastModified: Array("Wed".utf8),
        sha256: Array("0a".utf8), move: .init(to: Array("http://b/".utf8), at: 5), asked: 7, succeeded: 6)

    @Test(arguments: [
        (JournalRow(Array("http://a/\"".utf8), isFile: false, PictureRecord(asked: -1)), #"{"url":"http://a/\"","asked":-1}"#),
        (JournalRow([0x2F, 0xFF], isFile: true, PictureRecord(asked: 0)), #"{"path":"/\#u{FFFD}","path_hex":"2fff","asked":0}"#),
        (
            JournalRow(Array("/a".utf8), isFile: true, known),
            #"{"path":"/a","w":3,"h":4,"stored_w":4,"stored_h":3,"orientation":6,"format":"webp","bytes":9,"header_end":30,"etag":"W/\"é\"","last_modified":"Wed","sha256":"0a","moved_to":"http://b/","moved_at":5,"asked":7,"succeeded":6}"#
        ),
        (
            JournalRow(
                Array("u".utf8), isFile: false,
                PictureRecord(
                    asked: 7, streak: FailureStreak(failure: Failure(.httpStatus, "no\n"), status: 404, count: 2, retryAt: 8))),
            #"{"url":"u","asked":7,"code":"http-status","message":"no\n","status":404,"failures":2,"retry_at":8}"#
        ),
    ])
    func lines(picture: JournalRow, expected: String) {
        var output = ByteBuffer()
        picture.appendLine(to: &output)
        #expect(String(decoding: output.bytes, as: UTF8.self) == expected + "\n")
    }

    @Test func everyLineIsJSON() throws {
        var seed = Seed.announced(for: "JournalLinesTests.everyLineIsJSON")
        for _ in 0..<300 {
            let sample = SamplePicture.random(using: &seed)
            var output = ByteBuffer()
            JournalRow(sample.key.name, isFile: sample.key.stamp != nil, sample.record).appendLine(to: &output)
            #expect(throws: Never.self, "\(seed)") { _ = try output.bytes.withUnsafeBytes { try JSONValue($0) } }
        }
    }
}

extension PictureRecord {
    fileprivate init(
        header: ImageHeader? = nil, bytes: Int64? = nil, headerEnd: Int64? = nil, entityTag: [UInt8]? = nil, lastModified: [UInt8]? = nil,
        sha256: [UInt8]? = nil,
        move: Move? = nil, asked: Int64,
        succeeded: Int64? = nil, streak: FailureStreak? = nil
    ) {
        self.init(asked: asked)
        self.header = header
        self.bytes = bytes
        self.headerEnd = headerEnd
        (self.entityTag, self.lastModified) = (entityTag, lastModified)
        self.sha256 = sha256
        self.move = move
        self.succeeded = succeeded
        self.streak = streak
    }
}
