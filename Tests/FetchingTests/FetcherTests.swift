import Foundation
import TestSupport
import Testing
import WeirBase

import class WeirSystem.Locked

@testable import Fetching

/// The fetcher with real servers on this machine.
@Suite struct FetcherTests {
    /// Fetches the pictures. Of this machine's addresses only 127.0.0.1 is permitted.
    private func fetch(_ urls: [String], from options: FetchOptions = .exemptingThisMachine) -> [FetchOutcome?] {
        let client = TestClient()
        let fetcher = try! Fetcher(options, for: client)
        fetcher.add(urls)
        fetcher.close()
        fetcher.run()
        return urls.indices.map { client.outcomes.value[Int32($0)] }
    }

    /// A permitted server redirects to a forbidden address. No connection is made to that address, neither by the first
    /// redirect nor by a later one.
    @Test(arguments: [
        ("http://169.254.1.1/", "169.254.1.1", "a link-local address"), ("http://127.0.0.2:PORT/", "127.0.0.2", "a loopback address"),
        ("http://[::1]:PORT/", "[::1]", "a loopback address"),
        ("http://[::ffff:127.0.0.2]:PORT/", "[::ffff:127.0.0.2]", "a loopback address"),
        ("http://10.0.0.1/", "10.0.0.1", "a private address"), ("http://192.168.1.1/", "192.168.1.1", "a private address"),
        ("http://[fd00::1]/", "[fd00::1]", "a private address"), ("http://[fe80::1]/", "[fe80::1]", "a link-local address"),
        ("http://100.64.0.1/", "100.64.0.1", "an address inside a carrier's network"),
        ("http://0.0.0.0:PORT/", "0.0.0.0", "the unspecified address"),
        ("http://0x7f000002:PORT/", "127.0.0.2", "a loopback address"), ("https://172.16.0.1/", "172.16.0.1", "a private address"),
    ])
    func redirectsIntoTheNetwork(location: String, host: String, words: String) throws {
        let inside = try ScriptedServer(otherwise: [Exchange(.body(.jpeg(width: 3, height: 2)))], address: "127.0.0.2")
        let location = location.replacing("PORT", with: "\(inside.port)")
        let server = try ScriptedServer([
            "/a": [Exchange(.redirect(to: location))], "/b": [Exchange(.redirect(to: "/a"))],
            "/c": [Exchange(.body(.jpeg(width: 3, height: 2)))],
        ])
        let outcomes = fetch(["/a", "/b", "/c"].map { server.url($0) })
        let failure = Failure(
            .forbiddenAddress, "the server redirects to \(host), which stands for \(words); private hosts are not allowed")
        #expect(
            outcomes.map { $0?.result.map { $0?.displayed.width } } == [.failure(failure), .failure(failure), .success(3)])
        #expect(inside.connections.opened == 0)
        #expect(server.requests.count == 4)
    }

    /// A row names a forbidden address itself.
    @Test func rowsIntoTheNetwork() throws {
        let inside = try ScriptedServer(otherwise: [Exchange(.body(.jpeg(width: 3, height: 2)))], address: "127.0.0.2")
        let outcomes = fetch([inside.url("/a")])
        #expect(
            outcomes.map { $0?.failure } == [
                Failure(.forbiddenAddress, "the host's name stands for a loopback address; private hosts are not allowed")
            ])
        #expect(inside.connections.opened == 0)
    }

    /// Only the first of a server's URLs is parsed. The others are sent unchanged, and without an earlier one's
    /// password.
    @Test func oneAfterTheOther() throws {
        let picture = Bytes.jpeg(width: 3, height: 2)
        let server = try ScriptedServer(otherwise: [Exchange(.body(picture))])
        let other = try ScriptedServer(otherwise: [Exchange(.body(picture))])
        let targets = [
            "/a.jpg", "/b/c.jpg?w=3&h=2", "/d.jpg", "/e%2Ff.jpg", "/g.jpg?sign=a%2Bb%2f", "/h.jpg?x", "/i,j~k.jpg", "//l.jpg",
        ]
        var options = FetchOptions.exemptingThisMachine
        (options.concurrency, options.perHost) = (1, .fixed(1))
        let named = server.url("/m").replacing("//", with: "//user:word@")
        let urls = targets.map { server.url($0) } + [named, server.url("/n")]
        let outcomes = fetch(urls + [other.url("/a.jpg"), other.url("/o.jpg?w=1")], from: options)
        #expect(outcomes.allSatisfy { (try? $0?.result.get()) != nil })
        #expect(server.requests.map(\.target) == targets + ["/m", "/n"])
        #expect(server.requests.filter { $0["Authorization"] != nil }.map(\.target) == ["/m"])
        #expect(other.requests.map(\.target) == ["/a.jpg", "/o.jpg?w=1"])
        #expect(other.requests.map { $0["Host"] } == [String?](repeating: "127.0.0.1:\(other.port)", count: 2))
    }

    /// URLs that are none fail, wherever they are added, and those behind them do not.
    @Test(arguments: ["ftp://h.example/a", "http://", "s3://shop/a.jpg", "shop"]) func urlsThatAreNone(url: String) throws {
        let server = try ScriptedServer(otherwise: [Exchange(.body(.jpeg(width: 3, height: 2)))])
        let client = TestClient()
        let fetcher = try! Fetcher(.exemptingThisMachine, for: client)
        fetcher.addFirst(Picture(9, Array(url.utf8)))
        fetcher.add([url, server.url("/a"), url, server.url("/b")])
        fetcher.close()
        fetcher.run()
        let outcomes = client.outcomes.value.mapValues { $0.failure.map { [.badURL, .forbiddenScheme].contains($0.code) } }
        #expect(outcomes == [0: true, 1: nil, 2: true, 3: nil, 9: true])
    }

    /// A picture for which the client has no terms waits until there is room, and the others of its host behind it.
    @Test func putOff() throws {
        let server = try ScriptedServer(otherwise: [Exchange(.body(.jpeg(width: 3, height: 2)))])
        let hasRoom = Locked(false)
        let fetcher = Locked<Fetcher?>(nil)
        let client = TestClient { picture in
            if picture.number != 1 || hasRoom.value { return TestTerms() }
            hasRoom.change { $0 = true }
            fetcher.value?.makeRoom()
            return nil
        }
        let made = try! Fetcher(.exemptingThisMachine, for: client)
        fetcher.change { $0 = made }
        made.add((0..<4).map { server.url("/\($0)") })
        made.close()
        made.run()
        fetcher.change { $0 = nil }
        #expect(Set(client.outcomes.value.keys) == [0, 1, 2, 3])
        #expect(server.requests.count == 4)
    }

    /// A picture behind a redirect waits at its own host while others wait at the target. A signature in the redirect, which lives
    /// for a short time, is fresh when the target is asked; a refusal there asks the picture's own host once more.
    @Test func redirectsThatExpire() throws {
        let target = try ScriptedServer(["/gone": [Exchange(.status(403)), Exchange(.body(.jpeg(width: 3, height: 2)))]])
        let server = try ScriptedServer(otherwise: [Exchange(.redirect(to: target.url("/gone")))])
        let outcomes = fetch([server.url("/a")])
        #expect(outcomes.map { $0?.result.map { $0?.displayed.width } } == [.success(3)])
        #expect(outcomes[0]?.cost.requests == 4)
        let refused = try ScriptedServer(otherwise: [Exchange(.status(403))])
        let other = try ScriptedServer(otherwise: [Exchange(.redirect(to: refused.url("/x")))])
        #expect(fetch([other.url("/a")])[0]?.status == 403)
        #expect(refused.requests.count == 2)
    }

    /// A cancelled fetcher counts its requests and delivers all pictures: those without an answer, those whose body is
    /// being drained, and those that wait.
    @Test func stopped() throws {
        let drained = Exchange(.header("Content-Length", "40000"), .body(.jpeg(width: 3, height: 2)), .stall)
        // The host gets one request until it has answered.
        let server = try ScriptedServer(
            ["/known": [Exchange(.body(.jpeg(width: 3, height: 2)))], "/a": [drained], "/b": [drained]], otherwise: [Exchange(.stall)])
        var options = FetchOptions.exemptingThisMachine
        options.concurrency = 4
        let client = TestClient()
        let fetcher = try! Fetcher(options, for: client)
        let urls = ["/known", "/a", "/b", "/c", "/d", "/e", "/f"].map { server.url($0) }
        fetcher.add(urls)
        fetcher.close()
        Thread.detachNewThread {
            try? server.waitForRequests(5)
            fetcher.cancel(Failure(.cancelled), after: 100)
        }
        fetcher.run()
        #expect(Set(client.outcomes.value.keys) == Set(urls.indices.map { Int32($0) }))
        #expect(fetcher.totals.statistics.values.map(\.requests) == [5])
    }

    /// A picture that is under way may end; one that is added later fails at once.
    @Test func timeToEnd() throws {
        let server = try ScriptedServer(otherwise: [Exchange(.hold, .body(.jpeg(width: 3, height: 2)))])
        let client = TestClient()
        let fetcher = try Fetcher(.exemptingThisMachine, for: client)
        fetcher.add(server.url("/a"), number: 0)
        Thread.detachNewThread {
            try? server.waitForRequests(1)
            fetcher.cancel(Failure(.cancelled), after: Int64(1000 * patience))
            fetcher.add(server.url("/b"), number: 1)
            try? waitUntil("the later picture has failed") { client.outcomes.value[1] != nil }
            fetcher.close()
            server.release()
        }
        fetcher.run()
        #expect(client.outcomes.value.mapValues { $0.failure?.code } == [0: nil, 1: .cancelled])
        #expect(server.requests.count == 1)
    }
}

/// Keeps the outcomes of pictures, whose terms are the same for all.
final class TestClient: FetchClient {
    let outcomes = Locked<[Int32: FetchOutcome]>([:])
    private let terms: @Sendable (Picture) -> TestTerms?

    init(_ terms: @escaping @Sendable (Picture) -> TestTerms? = { _ in TestTerms() }) { self.terms = terms }

    func terms(of picture: Picture) -> (any FetchTerms)? { terms(picture) }

    func fetched(_ picture: Picture, _ outcome: FetchOutcome, _ terms: (any FetchTerms)?) {
        outcomes.change { $0[picture.number] = outcome }
    }
}

final class TestTerms: FetchTerms {
    let validators: PictureValidators? = nil
    let movedTo: [UInt8]?
    let store: (any PictureStore)? = nil

    init(movedTo: [UInt8]? = nil) { self.movedTo = movedTo }
}

extension Fetcher {
    func add(_ url: String, number: Int32, in stores: [BucketStore.Kind: BucketStore] = [:]) {
        var picture = NameBlock()
        Array(url.utf8).withUnsafeBufferPointer { picture.append(number, $0) }
        add(picture, in: stores)
    }

    /// Adds pictures, numbered from 0 on.
    func add(_ urls: [String], in stores: [BucketStore.Kind: BucketStore] = [:]) {
        for (number, url) in urls.enumerated() { add(url, number: Int32(number), in: stores) }
    }
}

extension FetchOptions {
    fileprivate static var exemptingThisMachine: FetchOptions {
        var options = FetchOptions(userAgent: "test")
        options.limits.retries = 0
        options.addresses.allowedHosts = [AllowedHost("127.0.0.1")].compactMap { $0 }
        return options
    }
}
