// docs/fetching.md: pictures are fetched in ranges, also from servers that answer ranges in unusual ways.
import TestSupport
import Testing

@Suite struct FetchRangeTests {
    private static let large = Bytes.picture + Bytes(zeros: 30 << 20)
    private static let other = Bytes.jpeg(width: 50, height: 60, behind: 45_000)
    private static func version(_ file: Bytes, _ tag: String) -> Exchange { Exchange(.range(of: file, tag: "\"\(tag)\"")) }

    private static let cases: [FetchCase] = [
        FetchCase("a small picture", Exchange(.range(of: .picture)), is: "30x20"),
        FetchCase("the start of a large one", version(large, "1"), is: "30x20", bytes: 18_000),
        FetchCase("what is behind metadata", Exchange(.range(of: .photograph)), is: "40x30", requests: 2, bytes: 18_000),
        FetchCase("ranges ignored for a large picture", Exchange(.wholeIgnoringRange(large)), is: "30x20", bytes: FetchCase.buffers),
        FetchCase("ranges ignored, and metadata", Exchange(.wholeIgnoringRange(.photograph)), is: "40x30", bytes: 51_000),
        FetchCase(
            "ranges ignored the second time", version(.photograph, "1"), Exchange(.header("ETag", "\"1\""), .body(.photograph)),
            is: "40x30", requests: 2, bytes: 68_000),
        FetchCase(
            "another picture between two ranges", version(.photograph, "1"), version(other, "2"), is: "50x60", requests: 2,
            bytes: 63_000),
        FetchCase(
            "another picture, and If-Range passed over", version(.photograph, "1"),
            Exchange(.status(206), .header("Content-Range", "bytes 50002-50014/50015"), .header("ETag", "\"2\""), .body(Bytes(zeros: 13))),
            version(other, "2"), is: "50x60", requests: 3, bytes: 63_000),
        FetchCase(
            "another picture each time", version(.photograph, "1"), version(other + Bytes(zeros: 1 << 20), "2"),
            version(.photograph, "3"), version(other + [0], "4"), version(.photograph, "5"), is: "50x60", requests: 2,
            bytes: FetchCase.buffers),
        FetchCase("no such range, to every range", Exchange(.status(416)), is: "http-status", "answered 416", requests: 2),
        FetchCase("no such range, then the whole", Exchange(.status(416)), Exchange(.body(.picture)), is: "30x20", requests: 2),
        FetchCase("no such range of nothing", Exchange(.range(of: "")), is: "empty"),
        FetchCase(
            "a range of another offset", Exchange(.wrongContentRange(of: .picture)), is: "content-mismatch", "the server sent bytes 1-"),
        FetchCase("a part that is not reported", Exchange(.status(206), .body(.picture)), is: "content-mismatch", "does not say which"),
        FetchCase(
            "a part in another unit", Exchange(.status(206), .header("Content-Range", "pixels 0-9/10"), .body(.picture)),
            is: "content-mismatch", "does not say which"),
        FetchCase(
            "more than was asked for",
            Exchange(.status(206), .header("Content-Range", "bytes 0-99999/200000"), .body(Bytes(zeros: 100_000))),
            is: "content-mismatch", "the server sent bytes 0-99999", bytes: 110_000),
        FetchCase(
            "a part of another length", Exchange(.status(206), .header("Content-Range", "bytes 0-999/1000"), .body(.picture)),
            is: "content-mismatch", "Content-Length"),
        FetchCase(
            "several parts at once",
            Exchange(.status(206), .header("Content-Type", "multipart/byteranges; boundary=x"), .body("--x\r\n\r\n--x--")),
            is: "content-mismatch", "does not say which"),
        FetchCase(
            "a part of an open whole",
            Exchange(.status(206), .header("Content-Range", "bytes 0-1023/*"), .body(large.prefix(1024))), is: "30x20"),
        FetchCase(
            "many short parts", Exchange(.headers("Content-Range: bytes 0-9/30"), .status(206), .body(Bytes.picture.prefix(10))),
            is: "content-mismatch", requests: 2),
    ]

    @Test(arguments: cases) func ranges(_ range: FetchCase) throws { try range.run() }

    /// A server may claim any length, so the sum of the saved bytes must not overflow.
    @Test func picturesOfAnyLength() throws {
        let part = Exchange(.status(206), .header("Content-Range", "bytes 0-1023/9223372036854775807"), .body(Self.large.prefix(1024)))
        let server = try ScriptedServer(otherwise: [part])
        let outcome = try Program.weir.run(["probe"] + FetchCase.limits + (0..<4).map { Bytes(server.url("/\($0).png")) })
        #expect(outcome.status == .exited(0), "\(outcome.messages)")
        #expect(outcome.lines.count { $0.contains("30x20") } == 4)
    }

    /// A second request asks only for the missing bytes, and only of the same picture.
    @Test func requests() throws {
        let server = try ScriptedServer(["/a.jpg": [Self.version(.photograph, "1")], "/b.png": [Exchange(.range(of: .picture))]])
        let outcome = try Program.weir.run(
            ["probe"] + FetchCase.limits + [Bytes(server.url("/a.jpg")), Bytes(server.url("/b.png"))])
        #expect(outcome.status == .exited(0))
        let photograph = server.requests(of: "/a.jpg")
        #expect(photograph.map(\.range) == ["bytes=0-16383", "bytes=50002-50014"])
        #expect(photograph.map { $0["If-Range"] } == [nil, "\"1\""])
        #expect(server.requests(of: "/b.png").map(\.range) == ["bytes=0-2047"])
        #expect(server.requests.allSatisfy { $0["Accept-Encoding"] == "identity" && $0["Cookie"] == nil })
    }
}
