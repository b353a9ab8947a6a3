// docs/fetching.md: hosts that stumble in the middle of a run lose no picture that they serve.
import Foundation
import TestSupport
import Testing

@Suite(.needs(.time)) struct HostOutageTests {
    typealias Transport = NginxConfiguration.Transport
    private let folder: TemporaryFolder

    /// An event of a server in the middle of a run.
    enum Event: CaseIterable { case restart, crash, reload }

    init() throws {
        folder = try TemporaryFolder()
        try folder.addFolder("site")
        try folder.add("site/a.jpg", .picture)
    }

    private func start(_ urls: [String], _ authority: TestAuthority? = nil, _ options: Bytes...) throws -> RunningProgram {
        try folder.addCatalogue(urls)
        var arguments: [Bytes] = [
            "ingest", "c.csv", "-o", "m.json", "--report=r.json", "-q", "--allow-host=private", "--max-failures=100%",
        ]
        if let authority { arguments += ["--cacert", Bytes(authority.certificate)] }
        return try Program.weir.start(arguments + options, in: folder)
    }

    private func serve(_ transport: Transport, _ features: NginxConfiguration.Feature...) throws -> NginxServer {
        try NginxServer(serving: folder.path + "/site", transport, features)
    }

    private func urls(of server: NginxServer, _ count: Int) -> [String] { (0..<count).map { server.url("/a.jpg?\($0)") } }

    /// The number of measured pictures, and the number of failures by code.
    private struct Tally: Equatable {
        var ok: Int
        var failures: [String: Int] = [:]
    }

    private func tally(of running: RunningProgram) throws -> Tally {
        let outcome = try running.finish()
        #expect(outcome.status == .exited(0), "\(outcome.messages.suffix(500))")
        let report = try #require(try json(folder.content(of: "r.json")) as? [String: Any])
        let failures = try #require(report["failures"] as? [[String: Any]])
        let codes = Dictionary(grouping: failures) { $0["code"] as? String ?? "" }
        return Tally(ok: report["ok"] as? Int ?? 0, failures: codes.mapValues(\.count))
    }

    @Test(arguments: [Transport.http, .http2], Event.allCases)
    func inTheMiddle(transport: Transport, event: Event) throws {
        let server = event == .reload ? try serve(transport, .reloading) : try serve(transport)
        // The rate makes the run long enough for the event.
        let running = try start(urls(of: server, 3000), server.authority, "--rate=2000")
        let served = try server.accessLog(atLeast: 500).count
        switch event {
        case .restart: try server.restart(by: SIGTERM)
        case .crash: try server.restart(by: SIGKILL)
        case .reload: server.reload()
        }
        #expect(served < 3000)
        #expect(try tally(of: running) == Tally(ok: 3000))
    }

    /// A server that names a time when it is out is out all the same. Its pictures wait with it, however often it names one.
    @Test func anOutageThatNamesTimes() throws {
        let server = try serve(.http, .outage(whileThereIs: "out", retryAfter: 1))
        let running = try start(urls(of: server, 3000), nil, "--rate=1000", "--per-host=8")
        _ = try server.accessLog(atLeast: 500)
        try folder.add("site/out")
        // All requests that were under way, and four trials.
        try waitUntil("the server has refused requests") { try server.accessLog(atLeast: 0).count { $0.status == 503 } >= 12 }
        try FileManager.default.removeItem(atPath: folder.path + "/site/out")
        #expect(try tally(of: running) == Tally(ok: 3000))
        #expect(try server.accessLog(atLeast: 3000).count { $0.status == 503 } < 30)
    }

    /// nginx answers requests for any host, as a proxy does.
    @Test func aProxyThatRestarts() throws {
        let proxy = try serve(.http)
        let urls = (0..<3000).map { "http://shop-\($0 % 100).invalid/a.jpg?\($0)" }
        let running = try start(urls, nil, "--proxy=\(proxy.url(""))", "--rate=20")
        let served = try proxy.accessLog(atLeast: 500).count
        try proxy.restart(by: SIGKILL)
        #expect(served < 3000)
        #expect(try tally(of: running) == Tally(ok: 3000))
    }

    /// The first head of a host shows that it is there. Its body may be slow.
    @Test func aFirstBodyThatStalls() throws {
        let head = Exchange(.headers("Content-Length: \(Bytes.picture.count)"), .hold, .body(.picture))
        let server = try ScriptedServer(["/first.jpg": [head]], otherwise: [Exchange(.range(of: .picture))])
        let running = try start((["/first.jpg"] + (0..<20).map { "/\($0).jpg" }).map { server.url($0) }, nil, "--timeout=20m")
        try server.waitForAnswers(20)
        server.release()
        #expect(try tally(of: running) == Tally(ok: 21))
    }

    /// nginx ends a connection after so many requests, over HTTP/2 with GOAWAY.
    @Test(arguments: [Transport.http, .http2], [1, 20])
    func connectionsThatEnd(transport: Transport, requests: Int) throws {
        let server = try serve(transport, .requestsPerConnection(requests))
        let running = try start(urls(of: server, 500), server.authority)
        #expect(try tally(of: running) == Tally(ok: 500))
    }

    /// A second run begins with the pace that the first one has learned.
    @Test func limitsOfTheNightBefore() throws {
        let server = try serve(.http, .limit(perMinute: 900, burst: 5, status: 429, retryAfter: nil))
        var refused: [Int] = []
        var asked = 0
        for _ in 0..<2 {
            let running = try start(urls(of: server, 100))
            #expect(try tally(of: running) == Tally(ok: 100))
            let log = try server.accessLog(atLeast: asked + 100).dropFirst(asked)
            asked += log.count
            refused.append(log.count { $0.status == 429 })
        }
        #expect(refused[0] >= 4 && refused[1] < refused[0], "\(refused)")
        let pace = try #require(Program.named("sqlite3")).run([
            folder.path(of: ".weir-journal"), "SELECT origin, rate BETWEEN 1 AND 100 FROM hosts",
        ])
        #expect(pace.text == "\(server.url(""))|1\n")
    }

    /// Requests behind the last one that a connection answers are sent again on the next connection.
    @Test(.needs(.program("python3")), arguments: [(1, false), (20, false), (1, true), (20, true)])
    func goAway(requests: Int, isSilent: Bool) throws {
        let server = try GoAwayServer(answering: .picture, perConnection: requests, isSilent: isSilent)
        let running = try start((0..<250).map { server.url("/\($0).jpg") }, server.authority, isSilent ? "--per-host=8" : "--per-host=auto")
        #expect(try tally(of: running) == Tally(ok: 250))
    }

    /// Broken pictures that stand together fail alone, after their retries and some repetitions for failures that look like the host's.
    @Test func brokenPictures() throws {
        let server = try serve(.http, .status(500, below: "/broken/"))
        var urls = urls(of: server, 3000)
        for index in 1000..<1030 { urls[index] = server.url("/broken/\(index).jpg") }
        let running = try start(urls)
        #expect(try tally(of: running) == Tally(ok: 2970, failures: ["http-status": 30]))
        #expect(try server.accessLog(atLeast: 3000).count { $0.status == 500 } <= 30 * 12)
    }

    /// So do pictures whose connections are reset. The first two requests may go to connections that have served others.
    @Test(arguments: [1, 30]) func resetPictures(count: Int) throws {
        let reset = (0..<count).map { "/reset\($0).jpg" }
        let server = try ScriptedServer(
            Dictionary(uniqueKeysWithValues: reset.map { ($0, [Exchange(.reset)]) }), otherwise: [Exchange(.range(of: .picture))])
        let paths = (0..<300).map { "/\($0).jpg" } + reset + (300..<600).map { "/\($0).jpg" }
        let running = try start(paths.map { server.url($0) })
        #expect(try tally(of: running) == Tally(ok: 600, failures: ["connect": count]))
        server.stop()
        for path in reset { #expect((4...15).contains(server.requests(of: path).count), "\(path)") }
    }

    /// Pictures that stall in their bodies fail alone, and are not asked for again and again.
    @Test func stalledBodies() throws {
        let stall = Exchange(.headers("Content-Length: \(Bytes.picture.count)"), .body(Bytes.picture.prefix(9)), .stall)
        let stalled = (0..<5).map { "/stalled\($0).jpg" }
        let server = try ScriptedServer(
            Dictionary(uniqueKeysWithValues: stalled.map { ($0, [stall]) }), otherwise: [Exchange(.range(of: .picture))])
        var paths = (0..<500).map { "/\($0).jpg" }
        for (index, path) in stalled.enumerated() { paths.insert(path, at: index * 100) }
        let running = try start(paths.map { server.url($0) }, nil, "--timeout=4s")
        #expect(try tally(of: running) == Tally(ok: 500, failures: ["stalled": 5]))
        server.stop()
        for path in stalled { #expect((1...5).contains(server.requests(of: path).count), "\(path)") }
    }

    /// The rest of an answer that is not needed occupies the host's only transfer for a moment. It would last longer than the test
    /// waits for the other requests.
    @Test(arguments: [
        Exchange(.status(404), .drip(Bytes(zeros: 100), every: 1000)),
        Exchange(
            .headers("Content-Length: \(Bytes.photograph.count + 2100)"), .body(.photograph + Bytes(zeros: 2000)),
            .drip(Bytes(zeros: 100), every: 1000)),
    ])
    func restThatDrips(answer: Exchange) throws {
        let server = try ScriptedServer(["/drips.jpg": [answer]], otherwise: [Exchange(.range(of: .picture))])
        let running = try start(["/drips.jpg", "/a.jpg", "/b.jpg"].map { server.url($0) }, nil, "--per-host=1", "--timeout=5m")
        try server.waitForRequests(3)
        #expect(try tally(of: running).ok >= 2)
        #expect(server.requests.count == 3)
    }
}
