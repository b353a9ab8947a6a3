import Foundation
import TestSupport
import Testing
import WeirBase

import class WeirSystem.Locked

@testable import Fetching

/// Transfers with real servers: their counts, their redirects, and the limits of the loop.
@Suite struct TransferTests {
    private static let picture = Bytes.jpeg(width: 30, height: 20)
    private static let far = Bytes.jpeg(width: 30, height: 20, behind: 50_000) + Bytes(zeros: 100_000)

    private func options(_ change: (inout FetchOptions) -> Void = { _ in }) -> FetchOptions {
        var options = FetchOptions(userAgent: "test")
        (options.addresses.allowsPrivateHosts, options.limits.retries) = (true, 0)
        change(&options)
        return options
    }

    private func fetch(
        _ urls: [String], _ options: FetchOptions, terms: @escaping @Sendable (Picture) -> TestTerms? = { _ in TestTerms() },
        stores: [BucketStore.Kind: BucketStore] = [:]
    ) -> (outcomes: [FetchOutcome?], counts: [FetchStatistics]) {
        let client = TestClient(terms)
        let fetcher = try! Fetcher(options, for: client)
        fetcher.add(urls, in: stores)
        fetcher.close()
        fetcher.run()
        return (urls.indices.map { client.outcomes.value[Int32($0)] }, Array(fetcher.totals.statistics.values))
    }

    /// The words of an outcome: the width, or the code, and what it took.
    private func words(_ outcome: FetchOutcome?) -> String {
        guard let outcome else { return "none" }
        let cost = outcome.cost
        let result =
            switch outcome.result {
            case .success(let header?): "\(header.displayed.width)"
            case .success(nil): "unchanged"
            case .failure(let failure): failure.code.rawValue
            }
        return "\(result), \(cost.requests) requests" + (cost.redirects > 0 ? ", \(cost.redirects) redirects" : "")
    }

    /// The bytes of bodies: those that were asked for, needed and saved. The first range of a `.png` is 2 KB, and a later one 4 KB.
    @Test(
        arguments: [
            ("a whole picture", Exchange(.body(picture)), 1, picture.count, picture.count, 0),
            ("a range that has all", Exchange(.range(of: picture)), 1, picture.count, picture.count, 0),
            ("a range that has the header", Exchange(.range(of: picture + Bytes(zeros: 5000))), 1, 2048, 1024, picture.count + 5000 - 2048),
            ("two ranges", Exchange(.range(of: far)), 2, 2048 + 4096, 0, far.count - 2048 - 4096),
            ("an error", Exchange(.status(404), .body("<p>gone</p>")), 1, 11, 0, 0),
        ] as [(String, Exchange, Int, Int, Int, Int)])
    func counts(_ name: String, _ exchange: Exchange, _ requests: Int, _ asked: Int, _ needed: Int, _ saved: Int) throws {
        let server = try ScriptedServer(otherwise: [exchange])
        let counts = try #require(fetch([server.url("/a.png")], options()).counts.first)
        server.stop()
        #expect(counts.requests == requests && counts.connections == 1 && counts.handshakes == 0, "\(name): \(counts)")
        #expect(counts.bytesAsked == asked && counts.bytesSaved == saved, "\(name): \(counts)")
        #expect(needed == 0 || counts.bytesNeeded == needed, "\(name): \(counts)")
        #expect(counts.bytesNeeded + counts.bytesWasted <= asked && counts.bytesWasted >= 0, "\(name): \(counts)")
        #expect(counts.bytesReceived == server.requests.reduce(0) { $0 + $1.bytesSent }, "\(name): \(counts)")
    }

    /// The rest of a body behind the header is thrown away, so that its connection serves the next picture. A long rest is not awaited.
    @Test(arguments: [(40_000, 1), (400_000, 3)]) func bodiesBehindHeaders(length: Int, connections: Int) throws {
        let server = try ScriptedServer(otherwise: [Exchange(.body(Self.picture + Bytes(zeros: length)))])
        let fetched = fetch(["/a", "/b", "/c"].map { server.url($0) }, options { ($0.concurrency, $0.perHost) = (1, .fixed(1)) })
        #expect(fetched.outcomes.map(words) == Array(repeating: "30, 1 requests", count: 3))
        #expect(fetched.counts.map(\.connections) == [connections])
    }

    /// A connection that has served others may end before the next request. Such a request is repeated at once, however long the
    /// loss took, and without a retry. One on a new connection is not.
    @Test(arguments: [(1, "30, 2 requests"), (2, "connect, 2 requests")])
    func lostConnections(losses: Int, expected: String) throws {
        let lost = [Exchange](repeating: Exchange(.pause(20), .close), count: losses)
        let server = try ScriptedServer(["/b": lost + [Exchange(.body(Self.picture))]], otherwise: [Exchange(.body(Self.picture))])
        let urls = ["/a", "/b", "/c"].map { server.url($0) }
        let outcomes = fetch(urls, options { ($0.concurrency, $0.perHost) = (1, .fixed(1)) }).outcomes
        #expect(outcomes.map(words) == ["30, 1 requests", expected, "30, 1 requests"])
        #expect(server.requests.map(\.target) == ["/a", "/b", "/b", "/c"])
    }

    /// An answer that a server sends twice is no answer to the next request, also of another host behind a proxy.
    @Test(arguments: [false, true]) func bytesBehindAnAnswer(throughProxy: Bool) throws {
        let picture = { (width: UInt16) in Bytes.jpeg(width: width, height: 20) + Bytes(zeros: 40_000) }
        let head = "HTTP/1.1 206 Part\r\nContent-Range: bytes 0-16383/40000\r\nContent-Length: 16384\r\nETag: \"a\"\r\n\r\n"
        let answer = Bytes(head) + Bytes(Array(picture(30).all.prefix(16_384)))
        let targets = ["a", "b", "c"].map { throughProxy ? "http://\($0).example/\($0).jpg" : "/\($0).jpg" }
        let server = try ScriptedServer(
            [targets[0]: [Exchange(.raw(answer + answer))], targets[1]: [Exchange(.range(of: picture(40)))]],
            otherwise: [Exchange(.range(of: picture(50)))])
        let urls = throughProxy ? targets : targets.map { server.url($0) }
        let outcomes = fetch(
            urls,
            options {
                ($0.concurrency, $0.perHost) = (1, .fixed(1))
                if throughProxy { $0.proxy = "http://127.0.0.1:\(server.port)" }
            }
        ).outcomes
        #expect(outcomes.map(words).map { $0.prefix(3) } == ["30,", "40,", "50,"])
    }

    /// Bodies that end early, and a part without a length of its own.
    @Test(
        arguments: [
            (Exchange(.header("Content-Length", "90"), .body("short"), .close), "truncated, 1 requests"),
            (
                Exchange(
                    .status(206), .header("Content-Range", "bytes 0-16383/90000"), .header("Connection", "close"),
                    .header("Transfer-Encoding", "chunked"), .chunked([Bytes(zeros: 9)])), "truncated, 1 requests"
            ),
            (Exchange(.raw("HTTP/1.1 200 OK\r\nContent-"), .close), "connect, 1 requests"),
            (Exchange(.raw("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n"), .close), "truncated, 1 requests"),
            (Exchange(.endlessHeaders), "http-status, 1 requests"),
        ] as [(Exchange, String)])
    func shortAnswers(exchange: Exchange, expected: String) throws {
        let server = try ScriptedServer(otherwise: [exchange])
        #expect(words(fetch([server.url("/a")], options()).outcomes[0]) == expected)
    }

    /// A picture that has moved is asked for at its new URL first, and at its own one if it is not there.
    @Test(
        arguments: [
            ("/new", "", "30, 1 requests", ["/new"]), ("/gone", "", "30, 2 requests", ["/gone", "/old"]),
            ("/new", "mina:s3cr3t@", "30, 1 requests", ["/old"]), ("/old", "", "30, 1 requests", ["/old"]),
        ] as [(String, String, String, [String])])
    func moved(target: String, credentials: String, expected: String, asked: [String]) throws {
        let server = try ScriptedServer(["/new": [Exchange(.body(Self.picture))], "/old": [Exchange(.body(Self.picture))]])
        let movedTo = Array(server.url(target).utf8)
        let urls = [server.url("/old").replacing("//", with: "//\(credentials)")]
        let outcomes = fetch(urls, options(), terms: { _ in TestTerms(movedTo: movedTo) }).outcomes
        #expect(words(outcomes[0]) == expected)
        #expect(server.requests.map(\.target) == asked)
    }

    /// The end of permanent redirects is remembered, up to the first one that is not permanent, and without passwords.
    @Test(
        arguments: [
            ("/a", "/b"), ("/two", "/b"), ("/mixed", "/c"), ("/c", nil), ("/b", nil), ("/secret", nil),
        ] as [(String, String?)])
    func permanentRedirects(path: String, movedTo: String?) throws {
        let server = try ScriptedServer(
            [
                "/a": [Exchange(.status(301), .header("Location", "/b"))], "/two": [Exchange(.status(308), .header("Location", "/a"))],
                "/mixed": [Exchange(.status(301), .header("Location", "/c"))], "/c": [Exchange(.redirect(to: "/a"))],
            ], otherwise: [Exchange(.body(Self.picture))])
        server.set("/secret", Exchange(.status(301), .header("Location", server.url("/b").replacing("//", with: "//u:p@"))))
        let outcome = fetch([server.url(path)], options()).outcomes[0]
        #expect(words(outcome).hasPrefix("30, "))
        #expect(outcome?.movedTo.map { String(decoding: $0, as: UTF8.self) } == movedTo.map { server.url($0) })
    }

    /// A picture that the client puts off while nothing else runs goes on when there is room.
    @Test func roomThatComesLate() throws {
        let server = try ScriptedServer(otherwise: [Exchange(.body(Self.picture))])
        let (hasRoom, asked) = (Locked(false), Locked(0))
        let client = TestClient { picture in
            guard picture.number == 1, !hasRoom.value else { return TestTerms() }
            asked.change { $0 += 1 }
            return nil
        }
        let fetcher = try! Fetcher(options(), for: client)
        fetcher.add([server.url("/0"), server.url("/1")])
        fetcher.close()
        let ended = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            fetcher.run()
            ended.signal()
        }
        try waitUntil("nothing runs") { asked.value > 0 && client.outcomes.value.count == 1 && fetcher.transferCount == 0 }
        hasRoom.change { $0 = true }
        fetcher.makeRoom()
        ended.wait()
        #expect(client.outcomes.value.count == 2 && asked.value < 4)
    }

    /// Pictures may come while the fetcher runs, and no more are asked for at once than is allowed.
    @Test func picturesThatCome() throws {
        let server = try ScriptedServer(["/known": [Exchange(.body(Self.picture))]], otherwise: [Exchange(.hold, .body(Self.picture))])
        let client = TestClient()
        let fetcher = try! Fetcher(options { ($0.concurrency, $0.perHost) = (2, .fixed(8)) }, for: client)
        let ended = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            fetcher.run()
            ended.signal()
        }
        fetcher.add(server.url("/known"), number: 0)
        try waitUntil("the first one is fetched") { client.outcomes.value.count == 1 }
        for number in Int32(1)...6 { fetcher.add(server.url("/\(number)"), number: number) }
        try server.waitForRequests(3)
        #expect(fetcher.transferCount <= 2 && server.requests.count == 3)
        fetcher.close()
        server.release()
        ended.wait()
        #expect(client.outcomes.value.count == 7)
    }

    /// The document with which a store refuses is read to its end, in any pieces.
    @Test(arguments: [1, 40, 1000]) func refusalsOfStores(pieces: Int) throws {
        let document = Bytes("<?xml version=\"1.0\"?><Error><Code>NoSuchKey</Code>\(String(repeating: " ", count: 300))</Error>")
        let parts = stride(from: 0, to: document.count, by: pieces).map {
            Bytes(Array(document.all[$0..<min(document.count, $0 + pieces)]))
        }
        let server = try ScriptedServer(otherwise: [Exchange(.status(404), .header("Transfer-Encoding", "chunked"), .chunked(parts))])
        let store = BucketStore(at: .path(server.url("")), by: .everybody, isNamedByUser: true)
        let outcome = fetch(["s3://shop/a.jpg"], options { $0.addresses.allowsPrivateHosts = false }, stores: [.s3: store]).outcomes[0]
        guard case .failure(let failure)? = outcome?.result else { return #expect(Bool(false), "\(words(outcome))") }
        #expect(failure.message.contains("404, NoSuchKey") && outcome?.status == 404)
        #expect(server.requests.map(\.target) == ["/shop/a.jpg"])
    }

    /// A proxy is asked for all hosts, whose names it resolves.
    @Test(
        arguments: [
            ("http://shop.example/a.jpg", Exchange(.body(picture)), "30, 1 requests", "GET http://shop.example/a.jpg", false),
            ("http://shop.example/a.jpg", Exchange(.status(407)), "proxy, 1 requests", "GET http://shop.example/a.jpg", true),
            ("https://shop.example/a.jpg", Exchange(.status(407)), "proxy, 1 requests", "CONNECT shop.example:443", true),
            ("https://shop.example/a.jpg", Exchange(.status(403)), "proxy, 1 requests", "CONNECT shop.example:443", false),
            ("http://shop.example/a.jpg", Exchange(.status(404)), "http-status, 1 requests", "GET http://shop.example/a.jpg", false),
        ] as [(String, Exchange, String, String, Bool)])
    func proxies(url: String, exchange: Exchange, expected: String, request: String, isOfTheMachine: Bool) throws {
        let server = try ScriptedServer(otherwise: [exchange])
        let outcome = fetch([url], options { ($0.proxy, $0.addresses.allowsPrivateHosts) = (server.url(""), false) }).outcomes[0]
        #expect(words(outcome) == expected && (outcome?.failure?.isOfTheMachine ?? false) == isOfTheMachine)
        #expect(server.requests.map { "\($0.method) \($0.target)" } == [request])
    }

    /// A connection that is not made is no request.
    @Test func aForbiddenAddressIsNoRequest() throws {
        let server = try ScriptedServer()
        let fetched = fetch([server.url("/a"), server.url("/b")], options { $0.addresses.allowsPrivateHosts = false })
        #expect(fetched.outcomes.map(words) == ["forbidden-address, 0 requests", "forbidden-address, 0 requests"])
        #expect(fetched.counts.map(\.requests) == [0])
    }

    /// A proxy that cannot be reached is named, and not the host.
    @Test func noProxy() throws {
        let server = try ScriptedServer()
        server.stop()
        let outcomes = fetch(
            ["http://a.example/1", "http://b.example/2"], options { ($0.proxy, $0.hostPatience) = (server.url(""), 1000) }
        ).outcomes
        for outcome in outcomes { #expect(words(outcome).hasPrefix("proxy") && outcome?.failure?.isOfTheMachine == true) }
    }

    /// Requests outside of the loop.
    @Test func smallRequests() throws {
        let server = try ScriptedServer(["/a": [Exchange(.status(403), .body("denied"))]], otherwise: [Exchange(.body(Bytes(zeros: 300)))])
        let answer = try SmallRequest(server.url("/a")).send(options())
        #expect(answer.status == 403 && answer.body == Array("denied".utf8))
        #expect(try SmallRequest(server.url("/b"), atMost: 300).send(options()).body.count == 300)
        #expect(throws: SmallRequest.Fault.self) { try SmallRequest(server.url("/b"), atMost: 299).send(options()) }
        #expect(server.requests.allSatisfy { $0["User-Agent"] == "test" && $0.method == "GET" })
        var request = SmallRequest("http://shop.example/c")
        (request.isPut, request.lines) = (true, ["X-A: 1"])
        #expect(try request.send(options { $0.proxy = server.url("") }).status == 200)
        #expect(
            server.requests.last?.target == "http://shop.example/c" && server.requests.last?["X-A"] == "1"
                && server.requests.last?.method == "PUT")
        request = SmallRequest(server.url("/d"))
        request.usesProxy = false
        #expect(try request.send(options { $0.proxy = "http://127.0.0.1:1" }).status == 200)
        #expect(server.requests.last?.target == "/d")
    }

    /// The text of a fault names its reason, and a run that ends gives the request up.
    @Test func smallRequestsThatFail() throws {
        let server = try ScriptedServer(otherwise: [Exchange(.stall)])
        var fault: SmallRequest.Fault?
        do { _ = try SmallRequest(server.url()).send(options(), while: { false }) } catch { fault = error }
        #expect(fault?.isCancelled == true)
        server.stop()
        do { _ = try SmallRequest(server.url()).send(options()) } catch { fault = error }
        #expect(fault?.isCancelled == false && fault?.message.contains("127.0.0.1") == true, "\(fault?.message ?? "")")
    }
}
