// docs/fetching.md: answers to one request that are accepted, refused, or lead to another request.
import TestSupport
import Testing

@Suite struct FetchAnswerTests {
    private static let head: Bytes = "HTTP/1.1 200 OK\r\nContent-Length: \(Bytes.picture.count)\r\n"

    private static let framings: [FetchCase] = [
        FetchCase("chunks", Exchange(.chunked([Bytes.picture.prefix(5), Bytes.picture.suffix(from: 5)])), is: "30x20"),
        FetchCase("HTTP/1.0 without a length", Exchange(.raw("HTTP/1.0 200 OK\r\n\r\n" + .picture), .close), is: "30x20"),
        FetchCase("HTTP/1.1 without a length", Exchange(.raw("HTTP/1.1 200 OK\r\n\r\n" + .picture), .close), is: "30x20"),
        FetchCase(
            "bare line feeds", Exchange(.raw("HTTP/1.1 200 OK\nContent-Length: \(Bytes.picture.count)\n\n" + .picture), .close), is: "30x20"
        ),
        FetchCase(
            "interim heads",
            Exchange(.raw("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" + head + "\r\n" + .picture)),
            is: "30x20"),
        FetchCase(
            "a length reported twice alike", Exchange(.raw(head + "Content-Length: \(Bytes.picture.count)\r\n\r\n" + .picture)), is: "30x20"
        ),
        FetchCase(
            "a body longer than its length", Exchange(.headers("Content-Length: 4"), .body(.picture), .close),
            is: "truncated", "the bytes end at 4"),
        FetchCase("two lengths", Exchange(.raw(head + "Content-Length: 5\r\n\r\n" + .picture)), is: "content-mismatch"),
        FetchCase("a length that is no number", Exchange(.headers("Content-Length: many"), .body(.picture), .close), is: "http-status"),
        FetchCase(
            "chunks of no size", Exchange(.headers("Transfer-Encoding: chunked"), .body("picture\r\n"), .close),
            is: "http-status", "breaks the rules of HTTP"),
        FetchCase("garbage", Exchange(.raw("SSH-2.0-OpenSSH_9.2\r\n"), .close), is: "http-status", "breaks the rules of HTTP"),
        FetchCase("zeros", Exchange(.raw(Bytes(zeros: 1000)), .close), is: "http-status", "breaks the rules of HTTP"),
        FetchCase("a NUL in the head", Exchange(.raw(head + "A: \0\r\n\r\n" + .picture)), is: "http-status"),
        FetchCase("a status of four digits", Exchange(.raw("HTTP/1.1 2000 OK\r\n\r\n" + .picture), .close), is: "http-status"),
        FetchCase(
            "another protocol", Exchange(.raw("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n"), .close), is: "connect"),
    ]

    private static let contents: [FetchCase] =
        [
            FetchCase(
                "a page of HTML", Exchange(.header("Content-Type", "text/html; charset=utf-8"), .body("<!DOCTYPE html><p>Hello")),
                is: "not-an-image", "text/html"),
            FetchCase("nothing", Exchange(), is: "empty"),
            FetchCase("half a picture", Exchange(.body(Bytes.picture.prefix(9))), is: "truncated", "end at 9"),
            FetchCase(
                "a bomb", Exchange(.gzipBomb(megabytes: 64)), is: "content-mismatch", "compresses", bytes: 100_000),
            FetchCase(
                "a compressed picture", Exchange(.header("Content-Encoding", "gzip"), .body(Bytes.picture.gzipped)),
                is: "content-mismatch", "compresses"),
        ]
        + ["identity", "none", "utf-8", "aws-chunked"].map { encoding in
            FetchCase("a picture as it is, \(encoding)", Exchange(.header("Content-Encoding", encoding), .body(.picture)), is: "30x20")
        }

    private static let final = [204, 304, 404, 600].map { status in
        FetchCase("\(status)", Exchange(.status(status)), options: ["--retries=2"], is: "http-status", "the server answered \(status)")
    }

    private static let passing = [408, 429, 500].map { status in
        FetchCase(
            "\(status), then the picture", Exchange(.status(status)), Exchange(.body(.picture)), options: ["--retries=1"], is: "30x20",
            requests: 2)
    }

    @Test(arguments: framings) func framing(_ answer: FetchCase) throws { try answer.run() }
    @Test(arguments: contents) func content(_ answer: FetchCase) throws { try answer.run() }
    @Test(arguments: final) func statusesThatStay(_ answer: FetchCase) throws { try answer.run() }
    @Test(arguments: passing) func statusesThatPass(_ answer: FetchCase) throws { try answer.run() }
}
