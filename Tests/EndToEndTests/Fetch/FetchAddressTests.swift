// docs/fetching.md: forbidden addresses and URLs without a valid host are refused.
import TestSupport
import Testing

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
        ("http://\(String(repeating: "a", count: 64)).invalid/a.jpg", "dns"), ("http://u\u{2488}.invalid/", "bad-url"),
        ("http://\(String(repeating: "\u{FC}", count: 64)).invalid/a.jpg", "bad-url"), ("http:user:word@127.0.0.1/", "bad-url"),
        ("http://user:two words@127.0.0.1/a.jpg", "bad-url"),
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
        #expect(try result(of: server.url("/a.jpg"), "--allow-host=private") == "connect")
    }

    /// The metadata of clouds is not for `--allow-host private`.
    @Test(arguments: ["169.254.169.254", "[fd00:ec2::254]", "100.100.100.200", "[::ffff:169.254.169.254]"])
    func metadata(host: String) throws {
        #expect(try result(of: "http://\(host)/latest/", "--allow-host=private") == "forbidden-address")
    }

    /// The host of the URL, and whether it is asked. The server redirects once, within its origin.
    @Test(
        arguments: [
            ("--allow-host=localhost", "localhost", true), ("--allow-host=LocalHost", "localhost", true),
            ("--allow-host=localhost", "127.0.0.1", false),
            ("--allow-host=127.0.0.1", "localhost", true), ("--allow-host=127.0.0.0/8", "127.0.0.1", true),
            ("--allow-host=127.0.0.2", "127.0.0.1", false),
            ("--allow-host=10.0.0.0/8", "localhost", false),
        ] as [(Bytes, String, Bool)])
    func allowedHosts(option: Bytes, host: String, isAsked: Bool) throws {
        let server = try ScriptedServer(["/a.jpg": [Exchange(.redirect(to: "/b.jpg"))]], otherwise: [Exchange(.body(.picture))])
        let outcome = try Program.weir.run(
            [
                "probe", "--format=jsonl", "--retries=0", "--allow-host=nowhere.invalid", option,
                Bytes("http://\(host):\(server.port)/a.jpg"),
            ])
        #expect(try outcome.pictures.map(\.result) == [isAsked ? "30x20" : "forbidden-address"])
        #expect(server.requests.count == (isAsked ? 2 : 0))
    }

    /// A host that is allowed by its name leads to no other private host.
    @Test func anAllowedHostThatRedirects() throws {
        let inside = try ScriptedServer(otherwise: [Exchange(.body(.picture))], address: "127.0.0.2")
        let server = try ScriptedServer(otherwise: [Exchange(.redirect(to: inside.url("/b.jpg")))])
        #expect(try result(of: "http://localhost:\(server.port)/a.jpg", "--allow-host=localhost") == "forbidden-address")
        #expect(inside.connections.opened == 0)
    }

    /// The name of a host is sent in the form in which it is resolved.
    @Test(arguments: [[:], ["LC_ALL": "C"], ["LC_ALL": "C.UTF-8"]])
    func namesBeyondASCII(locale: [String: String]) throws {
        let proxy = try ScriptedServer(otherwise: [Exchange(.body(.picture))])
        proxy.set("http://shop.invalid/a.png", Exchange(.redirect(to: "//\u{FC}ber.invalid/b.png")))
        let urls = ["http://b\u{FC}cher.invalid/x.png", "http://xn--bcher-kva.invalid/y.png", "http://shop.invalid/a.png"]
        let folder = try TemporaryFolder()
        try folder.addCatalogue(urls)
        let outcome = try Program.weir.run(
            ["ingest", "c.csv", "-o", "m.json", "--report=r.json", "--per-host=1", "--proxy=\(proxy.url(""))"] + FetchCase.limits,
            environment: locale, in: folder)
        #expect(outcome.status == .exited(0), "\(outcome.messages)")
        #expect(folder.text(of: "m.json") == manifest(of: urls.map { entry(30, 20, $0) }))
        let targets = [
            "http://shop.invalid/a.png", "http://xn--bcher-kva.invalid/x.png", "http://xn--bcher-kva.invalid/y.png",
            "http://xn--ber-goa.invalid/b.png",
        ]
        #expect(proxy.requests.map(\.target).sorted() == targets)
        #expect(Set(proxy.requests.map { $0["Host"] }) == ["shop.invalid", "xn--bcher-kva.invalid", "xn--ber-goa.invalid"])
        let report = try #require(folder.text(of: "r.json"))
        for host in ["shop", "xn--bcher-kva", "xn--ber-goa"] { #expect(report.contains("\"http://\(host).invalid:80\""), "\(report)") }
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

    /// Through a proxy, hosts that are written as addresses are judged as without one.
    @Test(
        arguments: [
            ("http://127.0.0.1/a.jpg", "forbidden-address"), ("https://10.1.2.3/a.jpg", "forbidden-address"),
            ("http://0x7f.1/a.jpg", "forbidden-address"), ("http://2130706433/a.jpg", "forbidden-address"),
            ("http://127.0.0.1./a.jpg", "forbidden-address"), ("http://[::ffff:127.0.0.1]/a.jpg", "forbidden-address"),
            ("http://169.254.169.254/latest/", "forbidden-address"), ("http://shop.invalid/inside.jpg", "forbidden-address"),
            ("http://10.2.0.1/a.jpg", "30x20"), ("http://8.8.8.8/a.jpg", "30x20"), ("http://shop.invalid/outside.jpg", "30x20"),
        ])
    func addressesThroughAProxy(url: String, result: String) throws {
        let proxy = try ScriptedServer(
            [
                "http://shop.invalid/inside.jpg": [Exchange(.redirect(to: "http://[::1]/b.jpg"))],
                "http://shop.invalid/outside.jpg": [Exchange(.redirect(to: "http://[2600::1]/b.jpg"))],
            ], otherwise: [Exchange(.body(.picture))])
        let outcome = try Program.weir.run(
            ["probe", "--format=jsonl", "--retries=0", "--allow-host=10.2.0.0/16", "--proxy=\(proxy.url(""))", Bytes(url)])
        #expect(try outcome.pictures.map(\.result) == [result], "\(outcome.messages)")
        #expect(proxy.requests.count == (url.contains("shop") ? 1 : 0) + (result == "30x20" ? 1 : 0))
        if url.hasSuffix("inside.jpg") {
            let message = "the server redirects to [::1], which stands for a loopback address; private hosts are not allowed"
            #expect(outcome.text.contains(message), "\(outcome.text)")
        }
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
