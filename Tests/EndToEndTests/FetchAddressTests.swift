import TestSupport
import Testing

/// URLs without a valid host, and URLs with a forbidden address.
@Suite struct FetchAddressTests {
    private func result(of url: String, _ options: Bytes...) throws -> String {
        let outcome = try Program.weir.run(["probe", "--format=jsonl", "--retries=0"] + options + [Bytes(url)])
        #expect(outcome.status == .exited(1))
        #expect(outcome.messages == "")
        return try #require(try outcome.pictures.first).result
    }

    /// None of these URLs needs a name server: a label of 64 letters is invalid (RFC 1035, 2.3.4).
    @Test(arguments: [
        ("http://", "bad-url"), ("http:///a.jpg", "bad-url"), ("https:///a.jpg", "bad-url"), ("http://?a.jpg", "bad-url"),
        ("http://[::1", "bad-url"), ("http://127.0.0.1:99999/", "bad-url"), ("http://127.0.0.1:port/", "bad-url"),
        ("http://a b/", "bad-url"), ("http://%00/", "bad-url"), ("http://user@/", "bad-url"), ("http://a\\b/", "bad-url"),
        ("http://\(String(repeating: "a", count: 64)).invalid/a.jpg", "dns"),
    ])
    func noSuchHost(url: String, code: String) throws { #expect(try result(of: url) == code) }

    @Test(arguments: ["127.0.0.1", "127.1", "0x7f.1", "2130706433", "localhost", "[::ffff:127.0.0.1]", "0.0.0.0"])
    func privateHosts(host: String) throws {
        let server = try ScriptedServer(otherwise: [Exchange(.body(.picture))])
        #expect(try result(of: "http://\(host):\(server.port)/a.jpg") == "forbidden-address")
        #expect(server.connections.opened == 0)
    }

    @Test func noServer() throws {
        let server = try ScriptedServer()
        server.stop()
        #expect(try result(of: server.url("/a.jpg"), "--allow-private-hosts") == "connect")
    }

    /// A proxy gets requests in absolute form (RFC 9112, 3.2.2), for names that it resolves itself. The environment
    /// exempts no host from the proxy.
    @Test func proxy() throws {
        let proxy = try ScriptedServer(otherwise: [Exchange(.body(.picture))])
        let urls = ["http://shop.invalid/a.jpg", "http://shop.invalid/b.jpg?w=1", "http://shop.invalid:8080/c%2Fd.jpg"]
        let outcome = try Program.weir.run(
            ["probe", "--format=tsv", "--per-host=1", "--proxy=\(proxy.url(""))"] + FetchCase.limits + urls.map { Bytes($0) },
            environment: ["no_proxy": "*"])
        #expect(outcome.status == .exited(0), "\(outcome.text)")
        #expect(proxy.requests.map(\.target).sorted() == urls.sorted())
        #expect(Set(proxy.requests.map { $0["Host"] }) == ["shop.invalid", "shop.invalid:8080"])
        #expect(proxy.requests.allSatisfy { $0["User-Agent"]?.hasPrefix("weir/") == true })
    }

    /// Spaces and letters beyond ASCII are percent-encoded in a request, as in a browser. The output has the URL as
    /// given.
    @Test func escapedCharacters() throws {
        let server = try ScriptedServer(otherwise: [Exchange(.body(.picture))])
        let url = server.url("/fruit bowl/é.jpg?q=ü#part")
        let outcome = try Program.weir.run(["probe", "--format=tsv"] + FetchCase.limits + [Bytes(url)])
        #expect(outcome.paths == [url])
        #expect(server.requests.map { $0.target.lowercased() } == ["/fruit%20bowl/%c3%a9.jpg?q=%c3%bc"])
    }
}
