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
            "another picture between two ranges", version(.photograph, "1"), version(other, "2"), is: "50x60", requests: 2,
            bytes: 63_000),
        FetchCase("no such range of nothing", Exchange(.range(of: "")), is: "empty"),
        FetchCase(
            "a range of another offset", Exchange(.wrongContentRange(of: .picture)), is: "content-mismatch", "the server sent bytes 1-"),
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
