import TestSupport
import Testing

/// The scripted server that other tests use, tested with `curl`.
@Suite struct ScriptedServerTests {
    static let file = Bytes((0..<5000).map { UInt8(truncatingIfNeeded: $0 / 7) })
    static let tag = "\"v1\""

    /// An exchange, and curl's expected result.
    struct Row: CustomTestStringConvertible, Sendable {
        let exchange: Exchange
        var options: [String] = []
        var exit: Int32 = 0
        var status = 200
        var headers: [String: String] = [:]
        var body: Bytes = ""
        var ending = ReceivedRequest.Ending.complete
        var testDescription: String { "\(exchange.steps.map { "\($0)".prefix(60) }) \(options)" }
    }

    static let rows: [Row] = [
        Row(exchange: Exchange(), headers: ["content-length": "0"]),
        Row(exchange: Exchange(.body("picture")), headers: ["content-length": "7"], body: "picture"),
        Row(exchange: Exchange(.body("one "), .body("two")), headers: ["content-length": "7"], body: "one two"),
        Row(exchange: Exchange(.body("picture")), options: ["-I"], headers: ["content-length": "7"]),
        Row(
            exchange: Exchange(.body("picture")), options: ["--http1.0"], headers: ["connection": "close"],
            body: "picture"),
        Row(
            exchange: Exchange(.status(503), .header("Retry-After", "1")), status: 503, headers: ["retry-after": "1"]),
        Row(
            exchange: Exchange(.status(429), .headers("A: 1\r\nB: 2"), .body("slow down")), status: 429,
            headers: ["a": "1", "b": "2"], body: "slow down"),
        Row(exchange: Exchange(.status(304)), status: 304),
        Row(exchange: Exchange(.redirect(to: "/b"), .status(308)), status: 308, headers: ["location": "/b"]),
        Row(
            exchange: Exchange(.chunked(["one ", "two"])), headers: ["transfer-encoding": "chunked"], body: "one two"),
        Row(exchange: Exchange(.drip("drops", every: 1)), headers: ["content-length": "5"], body: "drops"),
        Row(exchange: Exchange(.drip("drops", by: 2, every: 1), .body("!")), body: "drops!"),
        Row(exchange: Exchange(.pause(1), .body("late")), body: "late"),
        Row(
            exchange: Exchange(.body("x"), .header("Connection", "close")), headers: ["connection": "close"],
            body: "x"),
        Row(exchange: Exchange(.raw("HTTP/1.0 202 Old\r\n\r\nraw"), .close), status: 202, body: "raw"),

        // Incomplete answers.
        Row(
            exchange: Exchange(.headers("Content-Length: 9"), .body("four"), .close),
            exit: CurlReply.Exit.partialFile, body: "four"),
        Row(
            exchange: Exchange(.headers("Content-Length: 9"), .body("four"), .reset),
            exit: CurlReply.Exit.connectionFailed, body: "four", ending: .reset),
        Row(
            exchange: Exchange(.headers("Transfer-Encoding: chunked"), .body("5\r\nabc"), .close),
            exit: CurlReply.Exit.partialFile, body: "abc"),
        Row(exchange: Exchange(.close), exit: CurlReply.Exit.emptyReply, status: 0),
        Row(exchange: Exchange(.reset), exit: CurlReply.Exit.connectionFailed, status: 0, ending: .reset),
        Row(
            exchange: Exchange(.headers("Content-Length: 10737418240"), .body("a little")),
            options: ["--max-filesize", "1000000"], exit: CurlReply.Exit.fileTooLarge),
        Row(
            exchange: Exchange(.stall), options: ["--max-time", "1"], exit: CurlReply.Exit.timedOut, status: 0,
            ending: .clientWent),
        Row(
            exchange: Exchange(.headers("Content-Length: 9"), .body("four"), .stall), options: ["--max-time", "1"],
            exit: CurlReply.Exit.timedOut, body: "four", ending: .clientWent),

        // Ranges.
        Row(
            exchange: Exchange(.range(of: file, tag: tag)),
            headers: ["accept-ranges": "bytes", "etag": tag, "content-length": "5000"], body: file),
        Row(
            exchange: Exchange(.range(of: file)), options: ["-r", "100-199"], status: 206,
            headers: ["content-range": "bytes 100-199/5000", "content-length": "100"], body: part(100..<200)),
        Row(
            exchange: Exchange(.range(of: file)), options: ["-r", "4900-9000"], status: 206,
            headers: ["content-range": "bytes 4900-4999/5000"], body: part(4900..<5000)),
        Row(exchange: Exchange(.range(of: file)), options: ["-r", "4990-"], status: 206, body: part(4990..<5000)),
        Row(exchange: Exchange(.range(of: file)), options: ["-r", "-10"], status: 206, body: part(4990..<5000)),
        Row(
            exchange: Exchange(.range(of: file)), options: ["-r", "5000-"], status: 416,
            headers: ["content-range": "bytes */5000"]),
        Row(exchange: Exchange(.range(of: file)), options: ["-r", "0-1,7-8"], body: file),
        Row(
            exchange: Exchange(.range(of: file, tag: tag)), options: ["-r", "0-9", "-H", "If-Range: \(tag)"],
            status: 206, body: part(0..<10)),
        Row(
            exchange: Exchange(.range(of: file, tag: tag)), options: ["-r", "0-9", "-H", "If-Range: \"v0\""],
            body: file),
        Row(exchange: Exchange(.wholeIgnoringRange(file)), options: ["-r", "0-9"], body: file),
        Row(
            exchange: Exchange(.wrongContentRange(of: file)), options: ["-r", "0-9"], status: 206,
            headers: ["content-range": "bytes 1-10/5001"], body: part(0..<10)),
    ]

    private static func part(_ range: Range<Int>) -> Bytes { Bytes(Array(file.all[range])) }

    @Test(arguments: rows)
    func answers(_ row: Row) throws {
        let server = try ScriptedServer(["/a": [row.exchange]])
        let reply = try curl(server.url("/a"), options: row.options)
        #expect(reply.exit == row.exit)
        #expect(reply.status == row.status)
        #expect(reply.body == (row.options.contains("-I") ? reply.body : row.body.all))
        for (name, value) in row.headers { #expect(reply[name] == value, "\(name)") }
        server.stop()
        let request = try #require(server.requests.first)
        #expect(server.requests.count == 1)
        #expect(request.path == "/a")
        #expect(request.method == (row.options.contains("-I") ? "HEAD" : "GET"))
        // curl does not read the rest of an answer that it refuses.
        if row.exit != CurlReply.Exit.fileTooLarge { #expect(request.ending == row.ending) }
        #expect(request.bytesSent >= row.body.count)
    }

    @Test func scriptsGoOnAndTheLastExchangeIsRepeated() throws {
        let server = try ScriptedServer(["/a": [Exchange(.status(503)), Exchange(.status(429)), Exchange(.body("a"))]])
        func statuses(_ path: String) throws -> [Int] { try (0..<4).map { _ in try curl(server.url(path)).status } }
        #expect(try statuses("/a") == [503, 429, 200, 200])
        #expect(try statuses("/b") == [404, 404, 404, 404])
        server.set("/a", Exchange(.status(500)), Exchange(.status(204)))
        #expect(try statuses("/a") == [500, 204, 204, 204])
        #expect(server.requests(of: "/a").count == 8)
    }

    /// A path with a query has its own script or, without one, that of the path.
    @Test func queries() throws {
        let server = try ScriptedServer(
            ["/a": [Exchange(.body("any"))], "/a?w=2": [Exchange(.body("two"))]], otherwise: [Exchange(.body("none"))])
        let targets = ["/a", "/a?w=1", "/a?w=2", "/b"]
        let bodies = try targets.map { try Bytes(curl(server.url($0)).body) }
        #expect(bodies == ["any", "any", "two", "none"])
        #expect(server.requests.map(\.target) == targets)
    }

    @Test func requestsAreWrittenDown() throws {
        let server = try ScriptedServer(["/a": [Exchange(.range(of: Self.file))]])
        _ = try curl(server.url("/a?b=c"), "-r", "0-9", "-H", "X-Test:  spaced out", "-A", "agent")
        let request = try #require(server.requests.first)
        #expect(request.target == "/a?b=c")
        #expect(request.path == "/a")
        #expect(request.version == "HTTP/1.1")
        #expect(request.range == "bytes=0-9")
        #expect(request["x-test"] == "spaced out")
        #expect(request["USER-AGENT"] == "agent")
        #expect(request["Host"] == "127.0.0.1:\(server.port)")
        #expect(request["If-Range"] == nil)
        #expect((request.connection, request.numberOnConnection) == (1, 1))
        #expect(request.ending == .complete)
        #expect(request.bytesSent > 10)
    }

    @Test func connectionsAreKeptAndCounted() throws {
        let server = try ScriptedServer(otherwise: [Exchange(.body("x"))])
        #expect(try runCurl([server.url("/1"), server.url("/2"), server.url("/3")]).text == "xxx")
        #expect(try runCurl([server.url("/4")]).text == "x")
        #expect(server.requests.map(\.connection) == [1, 1, 1, 2])
        #expect(server.requests.map(\.numberOnConnection) == [1, 2, 3, 1])
        #expect(server.connections == ConnectionCount(opened: 2, mostAtOnce: 1))
    }

    /// All five connections are open before any is answered.
    @Test func connectionsAtOnce() throws {
        let server = try ScriptedServer(otherwise: [Exchange(.stall)])
        let urls = (1...5).map { Bytes(server.url("/\($0)")) }
        let client = try #require(Program.named("curl")).start(
            ["-q", "-sS", "--noproxy", "*", "--parallel", "--parallel-immediate"] + urls)
        try server.waitForRequests(5)
        server.stop()
        _ = try client.finish()
        #expect(server.connections == ConnectionCount(opened: 5, mostAtOnce: 5))
        #expect(Set(server.requests.map(\.path)) == ["/1", "/2", "/3", "/4", "/5"])
        #expect(server.requests.allSatisfy { $0.ending == .cut && $0.bytesSent == 0 })
    }

    @Test func redirectsAreFollowed() throws {
        let other = try ScriptedServer(["/c": [Exchange(.body("there"))]], address: "127.0.0.2")
        let server = try ScriptedServer([
            "/a": [Exchange(.redirect(to: "/b"))], "/b": [Exchange(.redirect(to: other.url("/c")), .status(301))],
            "/loop": [Exchange(.redirect(to: "/loop"))],
        ])
        #expect(try curl(server.url("/a"), "-L").body == Array("there".utf8))
        #expect(server.requests.map(\.path) == ["/a", "/b"])
        #expect(try curl(server.url("/loop"), "-L", "--max-redirs", "3").exit == CurlReply.Exit.tooManyRedirects)
        #expect(server.requests(of: "/loop").count == 4)
    }

    @Test func compressedBodies() throws {
        let bomb = Exchange(.gzipBomb(megabytes: 8))
        let server = try ScriptedServer([
            "/bomb": [bomb], "/text": [Exchange(.header("Content-Encoding", "gzip"), .body(Bytes("text").gzipped))],
        ])
        #expect(try curl(server.url("/bomb"), "--compressed").body == Bytes(zeros: 8 << 20).all)
        #expect(try #require(server.requests.first).bytesSent < 20_000)
        #expect(try curl(server.url("/text"), "--compressed").body == Array("text".utf8))
    }

    /// An endless answer ends when the client closes the connection.
    @Test func floods() throws {
        let server = try ScriptedServer(["/body": [Exchange(.endlessBody)], "/head": [Exchange(.endlessHeaders)]])
        let head = try #require(Program.named("sh"))
        let script: Bytes = "curl -q -sS --noproxy '*' \"$1\" | head -c 100000"
        #expect(try head.run(["-c", script, "sh", Bytes(server.url("/body"))]).output == Bytes(zeros: 100_000).all)
        // Some versions of curl read the endless head up to a limit, others refuse it.
        #expect(try curl(server.url("/head"), "--max-time", "60").body.isEmpty)
        server.stop()
        let body = try #require(server.requests(of: "/body").first)
        #expect(body.ending == .clientWent)
        #expect((100_000..<(64 << 20)).contains(body.bytesSent))
        #expect(server.requests(of: "/head").first?.bytesSent ?? 0 > 100_000)
    }

    /// An endless answer stops at its limit if the client reads on.
    @Test func floodsAreBounded() throws {
        let server = try ScriptedServer(["/body": [Exchange(.endlessBody)]])
        let reply = try curl(server.url("/body"))
        #expect(reply.exit == 0)
        #expect(((64 << 20)..<(65 << 20)).contains(reply.body.count))
        server.stop()
        #expect(server.requests.first?.ending == .cut)
    }

    @Test func everyAnswerCanBeDelayed() throws {
        let answers = ["/a": [Exchange(.body("a"))]]
        let server = try ScriptedServer(answers, delay: 10)
        #expect(try curl(server.url("/a")).body == Array("a".utf8))
        #expect(server.requests.count == 1)
        let slow = try ScriptedServer(answers, delay: 600_000)
        #expect(try curl(slow.url("/a"), "--max-time", "0.2").exit == CurlReply.Exit.timedOut)
        slow.stop()
    }

    /// A server can be stopped while clients wait, and then refuses connections.
    @Test(arguments: [Exchange(.stall), Exchange(.endlessBody), Exchange(.drip(Bytes(zeros: 10_000), every: 100))])
    func stopping(exchange: Exchange) throws {
        let server = try ScriptedServer(["/a": [exchange]])
        let client = try #require(Program.named("curl")).start(
            ["-q", "-sS", "--noproxy", "*", "-o", "/dev/null", Bytes(server.url("/a"))])
        try server.waitForRequests(1)
        server.stop()
        _ = try client.finish()
        #expect(server.requests.map(\.ending) == [.cut])
        #expect(try curl(server.url("/a")).exit == CurlReply.Exit.connectionRefused)
        server.stop()
    }

    /// The server closes a connection that sends no request.
    @Test func nonsense() throws {
        let server = try ScriptedServer()
        #expect(try curl(server.url("/a").replacing("http:", with: "https:")).exit != 0)
        server.stop()
        #expect(server.requests.isEmpty)
        #expect(server.connections.opened == 1)
    }
}
