// docs/fetching.md: the faults of a proxy are not those of the hosts.
import TestSupport
import Testing

@Suite struct FetchProxyTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// No message has the value, which may have a password.
    @Test(
        arguments: ["probe", "ingest", "check"],
        ["garbage://mina:s3cr3t@127.0.0.1", "ftp://proxy.example", "http://", "http://[::1", "a b", "http://h:99999", "://h"])
    func unreadable(command: String, url: Bytes) throws {
        let outcome = try Program.weir.run([Bytes(command), "--proxy", url, "a.json"], in: folder)
        #expect(outcome.status == .exited(2))
        let message =
            "this is not the URL of a proxy, such as http://proxy.example:3128; the schemes are http, https, socks4, socks4a, socks5 and socks5h"
        #expect(outcome.messages == "weir \(command): --proxy: \(message)\nTry 'weir \(command) --help'.\n")
    }

    /// The status of the answer to CONNECT, and the number of requests for each picture.
    @Test(arguments: [(403, 1), (502, 2), (503, 2)])
    func refusedTunnels(status: Int, requests: Int) throws {
        let proxy = try ScriptedServer(otherwise: [Exchange(.status(status))])
        try folder.addCatalogue((0..<12).map { "https://shop.invalid/\($0).jpg" })
        let outcome = try Program.weir.run(
            ["ingest", "c.csv", "-o", "m.json", "--max-failures=100%", "--proxy=\(proxy.url(""))"] + FetchCase.limits + ["--retries=1"],
            in: folder)
        #expect(outcome.status == .exited(0))
        // Ten pictures are named, and the cause of all.
        let message = "proxy: the proxy refused to connect to the host: it answered \(status)\n"
        #expect(outcome.messages.components(separatedBy: message).count == 12, "\(outcome.messages)")
        #expect(Set(proxy.requests.map(\.description).map { $0.prefix(24) }) == ["CONNECT shop.invalid:443"])
        #expect(proxy.requests.count == 12 * requests)
        // The pictures do not wait: with another proxy the next run asks at once.
        let next = try Program.weir.run(
            ["ingest", "c.csv", "-o", "m.json", "--max-failures=100%", "--proxy=\(proxy.url(""))"] + FetchCase.limits, in: folder)
        #expect(next.messages.components(separatedBy: message).count == 12, "\(next.messages)")
    }

    /// A proxy that refuses the one who asks refuses all pictures. They do not wait for the next run, whose proxy takes them.
    @Test func refusedUser() throws {
        let proxy = try ScriptedServer(otherwise: [Exchange(.body(.picture))])
        try folder.addCatalogue((0..<40).map { "http://shop-\($0 % 4).invalid/\($0).jpg" })
        let options: [Bytes] = ["ingest", "c.csv", "-o", "m.json", "--max-failures=1", "--proxy=\(proxy.url(""))"] + FetchCase.limits
        #expect(try Program.weir.run(options, in: folder).status == .exited(0))
        let manifest = folder.text(of: "m.json")
        let strict = try ScriptedServer(otherwise: [Exchange(.status(407))])
        let outcome = try Program.weir.run(options + ["--proxy=\(strict.url(""))"], in: folder)
        #expect(outcome.status == .exited(3))
        let message = "weir: the proxy answered 407: it asks for a user and a password, or for others\n"
        #expect(outcome.messages.hasSuffix(message) && outcome.messages.split(separator: "\n").count == 2, "\(outcome.messages)")
        #expect(folder.text(of: "m.json") == manifest)
        let asked = proxy.requests.count
        #expect(try Program.weir.run(options, in: folder).status == .exited(0))
        #expect(proxy.requests.count == 2 * asked)
        let probed = try Program.weir.run(
            ["probe", "--proxy=\(strict.url(""))", "https://shop.invalid/a.jpg"] + FetchCase.limits, in: folder)
        #expect(probed.status == .exited(3) && probed.messages == message, "\(probed.messages)")
    }

    /// A proxy that serves others is not blamed for one host that answers 407 itself, or that does not answer at all.
    @Test(arguments: [(Exchange(.status(407)), "http", "http-status"), (Exchange(.stall), "https", "connect")])
    func hostsBehindAProxy(answer: Exchange, scheme: String, code: String) throws {
        let proxy = try ScriptedServer(
            [(scheme == "http" ? "http://shop.invalid/last.jpg" : "shop.invalid:443"): [answer]], otherwise: [Exchange(.body(.picture))])
        try folder.addCatalogue((0..<9).map { "http://shop.invalid/\($0).jpg" } + ["\(scheme)://shop.invalid/last.jpg"])
        let outcome = try Program.weir.run(
            [
                "ingest", "c.csv", "-o", "m.json", "--allow-host=private", "--timeout=60s", "--retries=0", "--host-patience=1s",
                "--per-host=1", "--proxy=\(proxy.url(""))",
            ], in: folder)
        #expect(outcome.status == .exited(0), "\(outcome.messages)")
        #expect(outcome.messages.contains("row 10 (line 11): \(scheme)://shop.invalid/last.jpg: \(code): "), "\(outcome.messages)")
        #expect(outcome.messages.contains("10 rows: 9 with their true size, 1 with a placeholder"), "\(outcome.messages)")
    }

    /// A proxy that has answered nothing is out, though it takes connections.
    @Test(arguments: ["http", "https"]) func silentProxies(scheme: String) throws {
        let proxy = try ScriptedServer(otherwise: [Exchange(.stall)])
        try folder.addCatalogue(["\(scheme)://shop.invalid/a.jpg", "http://other.invalid/a.jpg"])
        let outcome = try Program.weir.run(
            [
                "ingest", "c.csv", "-o", "m.json", "--allow-host=private", "--timeout=6s", "--retries=0", "--host-patience=1s",
                "--proxy=\(proxy.url(""))",
            ], in: folder)
        #expect(outcome.status == .exited(3) && outcome.messages.contains("weir: the proxy cannot be reached: "), "\(outcome.messages)")
    }

    /// A proxy that nobody reaches ends the run: no picture can be asked for.
    @Test(arguments: [(1, 3), (2, 0), (300, 3)])
    func aRunWithoutItsProxy(rows: Int, retries: Int) throws {
        let proxy = try ScriptedServer()
        proxy.stop()
        try folder.add("m.json", "[]")
        try folder.addCatalogue((0..<rows).map { "http://shop-\($0 % 30).invalid/\($0).jpg" })
        let outcome = try Program.weir.run(
            ["ingest", "c.csv", "-o", "m.json", "--host-patience=1s", "--proxy=\(proxy.url(""))"] + FetchCase.limits + [
                "--retries=\(retries)"
            ],
            in: folder)
        #expect(outcome.status == .exited(3))
        let lines = outcome.messages.split(separator: "\n")
        #expect(lines.last?.hasPrefix("weir: the proxy cannot be reached: ") == true && lines.count == 2, "\(outcome.messages)")
        #expect(folder.text(of: "m.json") == "[]")
    }

    /// A SOCKS proxy chooses this way to log in (RFC 1928, 3), and answers each request with this reply (6).
    private static let socks: Bytes = """
        import socket, sys
        server = socket.create_server(("127.0.0.1", 0))
        server.settimeout(60)
        print(server.getsockname()[1], flush=True)
        while True:
            client = server.accept()[0]
            client.recv(16)
            client.sendall(bytes([5, int(sys.argv[2])]))
            client.recv(300)
            client.sendall(bytes([5, int(sys.argv[1]), 0, 1, 0, 0, 0, 0, 0, 0]))
            client.close()
        """

    /// A SOCKS proxy is not out because it cannot connect to a host.
    @Test(
        .needs(.program("python3")),
        arguments: [(1, 1, "connect"), (2, 1, "connect"), (3, 1, "connect"), (4, 1, "connect"), (5, 1, "connect"), (7, 3, "")])
    func socks(reply: Int, status: Int32, result: String) throws {
        let proxy = try #require(Program.named("python3")).start(["-c", Self.socks, Bytes("\(reply)"), "0"])
        try proxy.waitForLines(1)
        let port = String(decoding: proxy.output, as: UTF8.self).split(separator: "\n")[0]
        let outcome = try Program.weir.run(
            ["probe", "--format=jsonl", "--host-patience=1s", "--proxy=socks5h://127.0.0.1:\(port)"] + FetchCase.limits + [
                "http://shop.invalid/a.jpg"
            ])
        #expect(outcome.status == .exited(status), "\(outcome.messages)")
        #expect(try outcome.pictures.map(\.result) == (status == 3 ? [] : [result]))
        // Without the h, names are resolved here.
        let local = try Program.weir.run(
            ["probe", "--format=jsonl", "--host-patience=1s", "--proxy=socks5://127.0.0.1:\(port)"] + FetchCase.limits + [
                "http://shop.invalid/a.jpg"
            ])
        #expect(try local.pictures.map(\.result) == ["dns"], "\(local.messages)")
        proxy.send(signal: 15)
        _ = try proxy.waitUntilItEnds()
    }

    /// A SOCKS proxy that wants a login is out, and the message has the reason.
    @Test(.needs(.program("python3"))) func socksLogin() throws {
        let proxy = try #require(Program.named("python3")).start(["-c", Self.socks, "0", "255"])
        try proxy.waitForLines(1)
        let port = String(decoding: proxy.output, as: UTF8.self).split(separator: "\n")[0]
        let outcome = try Program.weir.run(
            ["probe", "--format=jsonl", "--host-patience=1s", "--proxy=socks5h://127.0.0.1:\(port)"] + FetchCase.limits + [
                "http://shop.invalid/a.jpg"
            ])
        #expect(outcome.status == .exited(3))
        #expect(outcome.messages == "weir: the proxy cannot be reached: No authentication method was acceptable.\n")
        proxy.send(signal: 15)
        _ = try proxy.waitUntilItEnds()
    }

    @Test(arguments: ["http://127.0.0.1:PORT", "https://127.0.0.1:PORT", "socks5://127.0.0.1:PORT", "127.0.0.1:PORT"])
    func noProxy(url: String) throws {
        let proxy = try ScriptedServer()
        proxy.stop()
        let url = url.replacing("PORT", with: "\(proxy.port)")
        let outcome = try Program.weir.run(
            ["probe", "--host-patience=1s", "--proxy", Bytes(url)] + FetchCase.limits + ["http://shop.invalid/a.jpg"])
        #expect(outcome.status == .exited(3) && outcome.messages.hasPrefix("weir: the proxy cannot be reached: "), "\(outcome.messages)")
    }
}
