// docs/fetching.md: limits, rules of addresses and retries hold with few and with many transfers at once.
import Foundation
import TestSupport
import Testing

@Suite(.needs(.time), .serialized) struct FetchCrowdTests {
    /// The exchange behind the pause in which all transfers come together.
    private static let picture = FetchCase("a picture", Exchange(.range(of: .picture)), is: "30x20")

    private static let table: [FetchCase] = [
        FetchCase("metadata to jump over", Exchange(.range(of: .photograph, tag: "\"v1\"")), is: "40x30"),
        FetchCase("no ranges", Exchange(.wholeIgnoringRange(.photograph)), is: "40x30"),
        FetchCase("a wrong range", Exchange(.wrongContentRange(of: .photograph)), is: "content-mismatch"),
        FetchCase("404", Exchange(.status(404)), is: "http-status"),
        FetchCase("403", Exchange(.status(403)), is: "http-status"),
        FetchCase("500, then the picture", Exchange(.status(500)), Exchange(.body(.picture)), is: "30x20"),
        FetchCase("closes, then the picture", Exchange(.close), Exchange(.body(.picture)), is: "30x20"),
        FetchCase("resets, then the picture", Exchange(.reset), Exchange(.body(.picture)), is: "30x20"),
        FetchCase("resets in the body", Exchange(.headers("Content-Length: 900"), .body(Bytes.picture.prefix(9)), .reset), is: "connect"),
        FetchCase("closes in the body", Exchange(.headers("Content-Length: 900"), .body(Bytes.picture.prefix(9)), .close), is: "truncated"),
        FetchCase("closes in a chunk", Exchange(.headers("Transfer-Encoding: chunked"), .body("ff\r\n\u{7F}"), .close), is: "truncated"),
        FetchCase(
            "closes behind enough", Exchange(.headers("Content-Length: 90000"), .body(.picture + Bytes(zeros: 2000)), .close), is: "30x20"),
        FetchCase("garbage", Exchange(.raw("SSH-2.0-OpenSSH_9.2\r\n"), .close), is: "http-status"),
        FetchCase("no bytes", Exchange(), is: "empty"),
        FetchCase("a page", Exchange(.header("Content-Type", "text/html"), .body("<!DOCTYPE html><p>Hello")), is: "not-an-image"),
        FetchCase("a bomb", Exchange(.gzipBomb(megabytes: 1)), is: "content-mismatch"),
        FetchCase(
            "too long", Exchange(.headers("Content-Length: 999999"), .body(Bytes.jpeg(width: 40, height: 30, behind: 100_000)), .stall),
            is: "too-large"),
        FetchCase("a loop", Exchange(.redirect(to: "/loop")), is: "too-many-redirects"),
        FetchCase("to another scheme", Exchange(.redirect(to: "ftp://127.0.0.1/a")), is: "forbidden-scheme"),
        FetchCase("to a cloud's metadata", Exchange(.redirect(to: "http://169.254.169.254/a")), is: "forbidden-address"),
        FetchCase("stalls behind the head", Exchange(.headers("Content-Length: 900"), .stall), is: "stalled"),
    ]

    /// All pictures are requested before the first of them is answered. Every second one is sound, so that the host is well. A
    /// host that has not answered gets one request, and any picture may be the first; so its robots.txt is read before.
    @Test(arguments: [1, 64, 512]) func faults(transfers: Int) throws {
        let count = max(transfers, 2 * Self.table.count)
        let cases = (0..<count).map { $0 % 2 == 0 ? Self.picture : Self.table[$0 / 2 % Self.table.count] }
        var scripts: [String: [Exchange]] = ["/robots.txt": [Exchange(.status(404))], "/loop": [Exchange(.redirect(to: "/loop"))]]
        for (number, fault) in cases.enumerated() {
            let first = transfers > 1 ? [Exchange.Step.hold] : []
            scripts["/\(number)"] =
                [Exchange(steps: first + fault.script[0].steps)] + (fault.script.count > 1 ? fault.script : []).dropFirst()
        }
        let server = try ScriptedServer(scripts)
        let running = try Program.weir.start(
            [
                "probe", "--format=jsonl", "--allow-host=private", "--robots", "--timeout=\(transfers > 1 ? 24 : 4)s", "--retries=1",
                "--max-bytes=70000", "--per-host=\(transfers)",
            ] + cases.indices.map { Bytes(server.url("/\($0)")) })
        if transfers > 1 { try server.waitForRequests(1 + transfers) }
        server.release()
        let results = try running.finish().pictures.map(\.result)
        let wrong = zip(results, cases).enumerated().filter { $1.0 != $1.1.result }
        #expect(results.count == count && wrong.isEmpty, "\(wrong.prefix(5).map { "\($1.1.title): \($1.0)" })")
        server.stop()
        for (number, fault) in cases.enumerated() where fault.result == "30x20" && fault.script.count == 1 {
            #expect(server.requests(of: "/\(number)").count == 1)
        }
    }
}
