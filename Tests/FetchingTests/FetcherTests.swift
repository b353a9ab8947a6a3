import Base
@testable import Fetching
import Foundation
import TestSupport
import Testing
import class System.Locked

/// The fetcher with real servers on this machine.
@Suite struct FetcherTests {
    /// Fetches the pictures. Of this machine's addresses only 127.0.0.1 is permitted.
    private func fetch(_ urls: [String], from settings: FetchSettings = .exemptingThisMachine) -> [FetchOutcome?] {
        let fetcher = try! Fetcher(settings)
        let outcomes = Locked([FetchOutcome?](repeating: nil, count: urls.count))
        fetcher.fetch(FetchOrder(urls.map { Array($0.utf8) }) { index, outcome in outcomes.change { $0[index] = outcome } })
        fetcher.close()
        fetcher.run()
        return outcomes.value
    }

    /// A permitted server redirects to a forbidden address. No connection is made to that address, neither by the first
    /// redirect nor by a later one.
    @Test(arguments: [
        ("http://169.254.1.1/", "a link-local address"), ("http://127.0.0.2:PORT/", "a loopback address"),
        ("http://[::1]:PORT/", "a loopback address"), ("http://[::ffff:127.0.0.2]:PORT/", "a loopback address"),
        ("http://10.0.0.1/", "a private address"), ("http://192.168.1.1/", "a private address"),
        ("http://[fd00::1]/", "a private address"), ("http://[fe80::1]/", "a link-local address"),
        ("http://100.64.0.1/", "an address inside a carrier's network"), ("http://0.0.0.0:PORT/", "the unspecified address"),
        ("http://0x7f000002:PORT/", "a loopback address"), ("https://172.16.0.1/", "a private address"),
    ])
    func redirectsIntoTheNetwork(location: String, words: String) throws {
        let inside = try ScriptedServer(otherwise: [Exchange(.body(.jpeg(width: 3, height: 2)))], address: "127.0.0.2")
        let location = location.replacing("PORT", with: "\(inside.port)")
        let server = try ScriptedServer([
            "/a": [Exchange(.redirect(to: location))], "/b": [Exchange(.redirect(to: "/a"))],
            "/c": [Exchange(.body(.jpeg(width: 3, height: 2)))],
        ])
        let outcomes = fetch(["/a", "/b", "/c"].map { server.url($0) })
        let failure = Failure(.forbiddenAddress, "the host's name stands for \(words); --allow-host private asks it all the same")
        #expect(outcomes.map { $0?.result.map { $0.picture?.header.displayed.width } } == [.failure(failure), .failure(failure), .success(3)])
        #expect(inside.connections.opened == 0)
        #expect(server.requests.count == 4)
    }

    /// A row names a forbidden address itself.
    @Test func rowsIntoTheNetwork() throws {
        let inside = try ScriptedServer(otherwise: [Exchange(.body(.jpeg(width: 3, height: 2)))], address: "127.0.0.2")
        let outcomes = fetch([inside.url("/a")])
        #expect(outcomes.map { $0?.result.map { $0.picture?.validators.length } } == [.failure(Failure(.forbiddenAddress, "the host's name stands for a loopback address; --allow-host private asks it all the same"))])
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
        var settings = FetchSettings.exemptingThisMachine
        (settings.concurrency, settings.perHost) = (1, .fixed(1))
        let named = server.url("/m").replacing("//", with: "//user:word@")
        let urls = targets.map { server.url($0) } + [named, server.url("/n")]
        let outcomes = fetch(urls + [other.url("/a.jpg"), other.url("/o.jpg?w=1")], from: settings)
        #expect(outcomes.allSatisfy { (try? $0?.result.get()) != nil })
        #expect(server.requests.map(\.target) == targets + ["/m", "/n"])
        #expect(server.requests.filter { $0["Authorization"] != nil }.map(\.target) == ["/m"])
        #expect(other.requests.map(\.target) == ["/a.jpg", "/o.jpg?w=1"])
        #expect(other.requests.map { $0["Host"] } == [String?](repeating: "127.0.0.1:\(other.port)", count: 2))
    }

    /// A cancelled fetcher counts its requests and delivers all pictures: those without an answer, those whose body is
    /// being drained, and those that wait.
    @Test func stopped() throws {
        let drained = Exchange(.header("Content-Length", "40000"), .body(.jpeg(width: 3, height: 2)), .stall)
        // The host gets one request until it has answered.
        let server = try ScriptedServer(
            ["/known": [Exchange(.body(.jpeg(width: 3, height: 2)))], "/a": [drained], "/b": [drained]], otherwise: [Exchange(.stall)])
        var settings = FetchSettings.exemptingThisMachine
        settings.concurrency = 4
        let fetcher = try! Fetcher(settings)
        let delivered = Locked(Set<Int>())
        let urls = ["/known", "/a", "/b", "/c", "/d", "/e", "/f"].map { Array(server.url($0).utf8) }
        fetcher.fetch(FetchOrder(urls) { index, _ in delivered.change { _ = $0.insert(index) } })
        fetcher.close()
        Thread.detachNewThread {
            try? server.waitForRequests(5)
            fetcher.cancel(Failure(.cancelled), after: 100)
        }
        fetcher.run()
        #expect(delivered.value == Set(urls.indices))
        #expect(fetcher.statistics.values.map(\.requests) == [5])
    }
}

extension FetchAnswer {
    fileprivate var picture: FetchedPicture? { if case .picture(let picture) = self { picture } else { nil } }
}

extension FetchSettings {
    fileprivate static var exemptingThisMachine: FetchSettings {
        var settings = FetchSettings(userAgent: "test")
        settings.limits.retries = 0
        settings.allowedHosts = [AllowedHost("127.0.0.1")].compactMap { $0 }
        return settings
    }
}
