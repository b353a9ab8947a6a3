// docs/fetching.md: servers that stall, that break off, or that send without end have limits.
import TestSupport
import Testing

@Suite struct FetchBreakTests {
    private static let impatient: [Bytes] = ["--timeout=1200ms"]
    /// This limit is long enough for an answer from a busy machine.
    private static let persistent: [Bytes] = ["--timeout=8s", "--retries=1"]
    private static let announced: Exchange.Step = .headers("Content-Length: \(Bytes.photograph.count)\r\nETag: \"v1\"")

    private static let stalls: [FetchCase] = [
        FetchCase("stalls before the head", Exchange(.stall), options: impatient, is: "stalled", bytes: 0),
        FetchCase(
            "stalls in the head", Exchange(.raw("HTTP/1.1 200 OK\r\nContent-Le"), .stall), options: impatient,
            is: "stalled", bytes: 30),
        FetchCase(
            "stalls behind the head", Exchange(.headers("Content-Length: 900"), .stall), options: impatient,
            is: "stalled", bytes: 100),
        FetchCase(
            "stalls in the body", Exchange(.headers("Content-Length: 900"), .body(Bytes.picture.prefix(9)), .stall),
            options: impatient, is: "stalled", bytes: 100),
        FetchCase(
            "stalls in a chunk",
            Exchange(.headers("Transfer-Encoding: chunked"), .body("ff\r\n\u{7F}"), .stall), options: impatient,
            is: "stalled", bytes: 100),
        FetchCase(
            "stalls, and does not when asked again", Exchange(.stall), Exchange(.body(.picture)), options: persistent,
            is: "30x20", requests: 2),
        FetchCase(
            "stalls behind enough", Exchange(.headers("Content-Length: 90000"), .body(.picture + Bytes(zeros: 2000)), .stall),
            is: "30x20"),
        FetchCase(
            "sends a byte at a time", Exchange(.drip(.picture, every: 400)), options: ["--timeout=2s"], is: "timeout",
            bytes: 200),
        FetchCase(
            "sends the head a byte at a time",
            Exchange(steps: "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nabcd".utf8.flatMap { [.raw([$0]), .pause(400)] }),
            options: ["--timeout=2s"], is: "stalled", bytes: 60),
        FetchCase("is slow and comes to an end", Exchange(.drip(.picture, every: 5)), is: "30x20"),
        FetchCase(
            "takes its time in the middle", Exchange(.pause(400), .status(200), .pause(400), .body(.picture)),
            options: ["--timeout=40s"], is: "30x20"),
    ]

    private static let breaks: [FetchCase] = [
        FetchCase("closes before the head", Exchange(.close), is: "connect", "broke the connection off"),
        FetchCase("resets before the head", Exchange(.reset), is: "connect", "broke the connection off"),
        FetchCase(
            "closes in the head", Exchange(.raw("HTTP/1.1 200 OK\r\nContent-Le"), .close), is: "connect",
            "broke the connection off"),
        FetchCase(
            "resets in the head", Exchange(.raw("HTTP/1.1 200 OK\r\nContent-Le"), .reset), is: "connect",
            "broke the connection off"),
        FetchCase(
            "resets in the body", Exchange(.headers("Content-Length: 900"), .body(Bytes.picture.prefix(9)), .reset),
            is: "connect", "broke the connection off"),
        FetchCase(
            "closes in the body", Exchange(.headers("Content-Length: 900"), .body(Bytes.picture.prefix(9)), .close),
            is: "truncated", "before the announced length"),
        FetchCase(
            "closes in a chunk", Exchange(.headers("Transfer-Encoding: chunked"), .body("ff\r\n\u{7F}"), .close),
            is: "truncated", "before the announced length"),
        FetchCase(
            "closes behind enough", Exchange(.headers("Content-Length: 90000"), .body(.picture + Bytes(zeros: 2000)), .close),
            is: "30x20"),
        FetchCase(
            "breaks off every time", Exchange(.close), options: ["--retries=2"], is: "connect", requests: 3),
        FetchCase(
            "breaks off, and does not when asked again", Exchange(.reset), Exchange(.body(.picture)),
            options: ["--retries=1"], is: "30x20", requests: 2),
        FetchCase(
            "goes on where it broke off",
            Exchange(announced, .body(Bytes.photograph.prefix(40_000)), .close),
            Exchange(.range(of: .photograph, tag: "\"v1\"")),
            options: ["--retries=1"], is: "40x30", requests: 2, bytes: 45_000),
        FetchCase(
            "is another picture after it broke off",
            Exchange(announced, .body(Bytes.photograph.prefix(40_000)), .close), Exchange(.range(of: .picture)),
            options: ["--retries=1"], is: "30x20", requests: 2, bytes: 45_000),
    ]

    private static let endless: [FetchCase] = [
        FetchCase("a head without end", Exchange(.endlessHeaders), is: "http-status", bytes: FetchCase.buffers),
        FetchCase(
            "interim heads without end",
            Exchange(.raw(Bytes(String(repeating: "HTTP/1.1 103 Early Hints\r\n\r\n", count: 20_000)))),
            is: "http-status", "longer than is read", bytes: FetchCase.buffers),
        FetchCase(
            "a line of 150 KB", Exchange(.header("X-Long", String(repeating: "x", count: 150_000)), .body(.picture)),
            is: "http-status", "longer than is read", bytes: FetchCase.buffers),
        FetchCase(
            "a body without end", Exchange(.endlessBody), is: "not-an-image", bytes: FetchCase.buffers),
        FetchCase(
            "a body without end behind a picture", Exchange(.body(.picture), .endlessBody), is: "30x20",
            bytes: FetchCase.buffers),
        FetchCase(
            "10 GB, and a picture at their start",
            Exchange(.headers("Content-Length: 10737418240"), .body(.picture), .endlessBody), is: "30x20",
            bytes: FetchCase.buffers),
        FetchCase(
            "10 GB of no picture", Exchange(.headers("Content-Length: 10737418240"), .endlessBody), is: "not-an-image",
            bytes: FetchCase.buffers),
        FetchCase(
            "metadata beyond the budget", Exchange(.wholeIgnoringRange(.photograph + Bytes(zeros: 30 << 20))),
            options: ["--max-bytes=40000"], is: "too-large", "more than 40000 bytes", bytes: FetchCase.buffers),
        FetchCase(
            "metadata within the budget", Exchange(.wholeIgnoringRange(.photograph)), options: ["--max-bytes=60000"],
            is: "40x30", bytes: 51_000),
    ]

    /// A reused connection has the same limits as a new one.
    @Test func stallingLater() throws {
        let server = try ScriptedServer(["/1.jpg": [Exchange(.body(.picture))]], otherwise: [Exchange(.stall)])
        let outcome = try Program.weir.run(
            ["probe", "--format=jsonl", "--per-host=1"] + FetchCase.limits + ["--timeout=8s"]
                + (1...2).map { Bytes(server.url("/\($0).jpg")) })
        #expect(try outcome.pictures.map(\.result) == ["30x20", "stalled"])
        server.stop()
        #expect(server.requests.map(\.connection) == [1, 1])
    }

    @Test(arguments: stalls) func stalling(_ fault: FetchCase) throws { try fault.run() }
    @Test(arguments: breaks) func breakingOff(_ fault: FetchCase) throws { try fault.run() }
    @Test(arguments: endless) func goingOnAndOn(_ fault: FetchCase) throws { try fault.run() }

    /// An answer to nothing is not taken for that of the next picture.
    @Test func bytesThatNobodyAskedFor() throws {
        let surplus = Bytes.jpeg(width: 40, height: 30)
        let head = Bytes("HTTP/1.1 200 OK\r\nContent-Length: \(surplus.count)\r\n\r\n")
        let server = try ScriptedServer(
            ["/0.jpg": [Exchange(.body(.picture), .pause(200), .raw(head + surplus))]], otherwise: [Exchange(.body(.picture))])
        let urls = (0..<3).map { Bytes(server.url("/\($0).jpg")) }
        let outcome = try Program.weir.run(["probe", "--format=jsonl", "--per-host=1", "--rate=1"] + FetchCase.limits + urls)
        #expect(try outcome.pictures.map(\.result) == ["30x20", "30x20", "30x20"])
        #expect(server.connections.opened == 2)
    }
}
