// docs/fetching.md: a server that ignores ranges sends no more than the receive window.
import TestSupport
import Testing

@Suite(.needs(.tracer)) struct FetchWindowTests {
    private static let large = Bytes.picture + Bytes(zeros: 200_000)

    /// The windows that were set for new connections. The connection of a picture is closed, since too much of it is left.
    private func windows(_ exchange: Exchange, _ options: Bytes...) throws -> [String] {
        let folder = try TemporaryFolder()
        let server = try ScriptedServer(otherwise: [exchange])
        try folder.addCatalogue((0..<6).map { server.url("/\($0).jpg") })
        let tracing = try #require(Program.tracer).running(
            .weir, after: ["-f", "-qq", "-o", folder.path(of: "calls"), "-e", "trace=setsockopt"])
        let outcome = try tracing.run(["ingest", "c.csv", "-o", "m.json", "-q"] + FetchCase.limits + options, in: folder)
        #expect(outcome.status == .exited(0), "\(outcome.messages)")
        let calls = (folder.text(of: "calls") ?? "").split(separator: "\n")
        return calls.compactMap { $0.firstMatch(of: /SO_RCVBUF, \[(\d+)\]/).map { String($0.1) } }
    }

    @Test func aServerThatIgnoresRanges() throws {
        let windows = try windows(Exchange(.wholeIgnoringRange(Self.large)), "--per-host=1")
        #expect(windows == Array(repeating: "16384", count: 5))
    }

    @Test func aServerWithRanges() throws { #expect(try windows(Exchange(.range(of: Self.large)), "--per-host=1") == []) }

    @Test func wholePictures() throws {
        #expect(try windows(Exchange(.wholeIgnoringRange(Self.large)), "--per-host=1", "--mirror=mir") == [])
    }
}
